package planted.transport;

import planted.dispatch.Stage;

final class Dispatches {
    Stage stage = new Stage();
}
