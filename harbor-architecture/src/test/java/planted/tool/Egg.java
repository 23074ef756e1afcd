package planted.tool;

import planted.policy.Chicken;

public final class Egg {
    Chicken hatch() {
        return new Chicken();
    }
}
