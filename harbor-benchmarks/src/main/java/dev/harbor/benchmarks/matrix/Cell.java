package dev.harbor.benchmarks.matrix;

import dev.harbor.benchmarks.matrix.Framework.Called;
import dev.harbor.benchmarks.matrix.Framework.Refused;

/** Says in a few words what a framework did. */
final class Cell {

    /** The object was not taken as a tool. */
    static final String NOT_REGISTERED = "not registered";

    /** The tool did not run, and its caller is told of an error. */
    static final String REFUSED = "refused";

    /** The caller gets a reference to the result in place of the result. */
    static final String REFERENCE = "a reference";

    /** The text of the arguments has been read before the framework's tools see them. */
    static final String NOT_ASKED = "takes a map";

    /** There is no place where several objects are registered. */
    static final String TAKES_ONE = "takes one";

    private static final int LONGEST = 60;
    private static final int LARGE = 100_000;
    private static final String SECRET = "hunter2";

    private Cell() {}

    static String of(Framework framework, Row row) {
        if (row.about() == Row.About.TEXT && !framework.readsText()) {
            return NOT_ASKED;
        }
        if (row.about() == Row.About.SEVERAL && !framework.takesSeveral()) {
            return TAKES_ONE;
        }
        Seen.clear();
        try {
            Called called = framework.call(row.tools().get(), row.arguments());
            return Seen.isNothing() ? told(called) : runs(Seen.what()) + (called.isError() ? error(called.text()) : "");
        } catch (Refused e) {
            return NOT_REGISTERED;
        } catch (Exception | StackOverflowError e) {
            String ran = Seen.isNothing() ? "" : runs(Seen.what()) + ", ";
            return ran + "ends the run: " + e.getClass().getSimpleName() + secret(String.valueOf(e.getMessage()));
        }
    }

    static String runs(String with) {
        return shortened("runs " + with);
    }

    private static String error(String text) {
        return ", error" + secret(text);
    }

    private static String secret(String text) {
        return text.contains(SECRET) ? " with the secret" : "";
    }

    private static String told(Called called) {
        if (called.isError()) {
            return REFUSED;
        }
        if (called.text().startsWith(Harbor.STUB)) {
            return REFERENCE;
        }
        return called.text().length() > LARGE
                ? called.text().length() + " characters"
                : shortened("told `" + called.text().replace('|', '/').replace('\n', ' ') + "`");
    }

    private static String shortened(String text) {
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "...";
    }
}
