package planted.dispatch;

import planted.tool.TransportKind;

final class Switches {
    boolean isHttp(Object kind) {
        return kind instanceof TransportKind named && named.name().equals("http");
    }
}
