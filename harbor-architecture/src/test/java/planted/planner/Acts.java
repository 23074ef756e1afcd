package planted.planner;

import planted.dispatch.Stage;

final class Acts {
    Stage stage = new Stage();
}
