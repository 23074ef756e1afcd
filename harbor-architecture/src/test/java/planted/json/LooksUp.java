package planted.json;

import planted.catalog.Plain;

final class LooksUp {
    Class<?> upwards() {
        return new Plain().getClass();
    }
}
