package dev.harbor.tools.http;

import org.jspecify.annotations.Nullable;

/** Is the kind of an expression in a template, as RFC 6570 tabulates it. Immutable. */
enum Operator {
    SIMPLE("", "", ",", false, "", false),
    RESERVED("+", "", ",", false, "", true),
    LABEL(".", ".", ".", false, "", false),
    SEGMENT("/", "/", "/", false, "", false),
    MATRIX(";", ";", ";", true, "", false),
    QUERY("?", "?", "&", true, "=", false),
    CONTINUATION("&", "&", "&", true, "=", false);

    final String sign;
    final String first;
    final String separator;
    final boolean named;
    final String afterEmptyName;
    final boolean reserved;

    Operator(String sign, String first, String separator, boolean named, String afterEmptyName, boolean reserved) {
        this.sign = sign;
        this.first = first;
        this.separator = separator;
        this.named = named;
        this.afterEmptyName = afterEmptyName;
        this.reserved = reserved;
    }

    static @Nullable Operator of(char sign) {
        for (Operator operator : values()) {
            if (operator.sign.length() == 1 && operator.sign.charAt(0) == sign) {
                return operator;
            }
        }
        return null;
    }

    boolean isQuery() {
        return this == QUERY || this == CONTINUATION;
    }

    /** Tells whether a path with nothing in this place would be another path. */
    boolean mustBeThere() {
        return this == SIMPLE || this == RESERVED;
    }
}
