package planted.catalog;

import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import planted.tool.Secretless;

/** Close to several rules, and within all of them. */
public final class Innocent extends Exception {
    private static final long serialVersionUID = 1;

    private Innocent() {}

    public static Innocent of(List<String> names, byte first, String... rest) {
        return new Innocent();
    }

    public Optional<Plain> plain() {
        return Optional.of(new Plain());
    }

    public String at(Clock clock) {
        return String.format(Locale.ROOT, "%s", Instant.now(clock)).toLowerCase(Locale.ROOT);
    }

    @Override
    public String getMessage() {
        return "";
    }

    Class<?> downwards() {
        return Secretless.class;
    }
}
