package planted.policy;

import planted.tool.Egg;

public final class Chicken {
    Egg lay() {
        return new Egg();
    }
}
