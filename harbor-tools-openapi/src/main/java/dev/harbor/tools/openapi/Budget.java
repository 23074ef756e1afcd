package dev.harbor.tools.openapi;

import java.util.Set;

/** Bounds what is read of one document with its files. Confined to one import. */
final class Budget {

    static final int MAX_DEPTH = 100;
    static final int MAX_VALUES = 4_000_000;

    private int values;

    /** Counts values. */
    void spend(int more) {
        values += more;
        if (values > MAX_VALUES) {
            throw new Unusable(OpenApiReason.TOO_LARGE, "the document has more than " + MAX_VALUES + " values");
        }
    }

    /** Refuses what is nested too deeply. */
    static void requireDepth(int depth) {
        if (depth > MAX_DEPTH) {
            throw new Unusable(OpenApiReason.TOO_LARGE, "the document is nested in more than " + MAX_DEPTH + " levels");
        }
    }

    /** Refuses a key that is there already. */
    static void requireNew(Set<String> keys, String key) {
        if (keys.contains(key)) {
            throw new Unusable(
                    OpenApiReason.INVALID_DOCUMENT, "the document has the key '" + Words.label(key) + "' twice");
        }
    }
}
