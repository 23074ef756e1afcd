package dev.harbor.json;

/** Rewrites JSON text without understanding it: every character that is kept is kept as it is. */
final class Compact {

    private Compact() {}

    /** Drops the white space outside strings. */
    static String of(String json) {
        StringBuilder kept = new StringBuilder(json.length());
        boolean inString = false;
        for (int i = 0; i < json.length(); i++) {
            char c = json.charAt(i);
            if (inString || c > ' ') {
                kept.append(c);
            }
            if (inString && c == '\\') {
                kept.append(json.charAt(++i));
            } else if (c == '"') {
                inString = !inString;
            }
        }
        return kept.toString();
    }

    /** Returns how many levels of objects and arrays are inside one another. */
    static int depth(byte[] compact) {
        int deepest = 0;
        int depth = 0;
        boolean inString = false;
        for (int i = 0; i < compact.length; i++) {
            byte c = compact[i];
            if (c == '"') {
                inString = !inString;
            } else if (inString) {
                i += c == '\\' ? 1 : 0;
            } else if (c == '{' || c == '[') {
                deepest = Math.max(deepest, ++depth);
            } else if (c == '}' || c == ']') {
                depth--;
            }
        }
        return deepest;
    }

    /** Escapes what could end a script or a line in HTML; outside strings these characters do not occur. */
    static String htmlEscaped(String json) {
        return json.replace("<", "\\u003c")
                .replace(">", "\\u003e")
                .replace("&", "\\u0026")
                .replace("\u2028", "\\u2028")
                .replace("\u2029", "\\u2029");
    }
}
