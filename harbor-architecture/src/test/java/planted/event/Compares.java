package planted.event;

import planted.tool.TransportKind;

final class Compares {
    boolean same(TransportKind one, TransportKind other) {
        return one.equals(other);
    }
}
