package planted.plan;

import planted.dispatch.Stage;

final class Acts {
    Stage stage = new Stage();
}
