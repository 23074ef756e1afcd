package planted.dispatch;

import planted.transport.Provider;

final class PicksTransport {
    Provider provider = new Provider();
}
