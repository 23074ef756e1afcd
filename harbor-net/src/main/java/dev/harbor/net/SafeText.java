package dev.harbor.net;

import java.net.URI;

/** Makes text that may stand in a message: bounded, on one line, without what may be secret. */
final class SafeText {

    private static final int LONGEST = 200;

    private SafeText() {}

    /** Returns scheme, host, port and path of an address; user info, query and fragment are left out. */
    static String of(URI uri) {
        String scheme = uri.getScheme() == null ? "" : uri.getScheme() + "://";
        String authority = uri.getRawAuthority() == null ? "" : uri.getRawAuthority();
        String path = uri.getRawPath() == null ? "" : uri.getRawPath();
        return of(scheme + authority.substring(authority.lastIndexOf('@') + 1) + path);
    }

    /** Returns foreign text with every control character replaced and its length bounded. */
    static String of(String foreign) {
        String bounded = foreign.length() > LONGEST ? foreign.substring(0, LONGEST) + "..." : foreign;
        StringBuilder safe = new StringBuilder(bounded.length());
        bounded.codePoints().forEach(c -> safe.appendCodePoint(isPlain(c) ? c : ' '));
        return safe.toString();
    }

    /** Direction marks and other formatting can make a line read as what it isn't. */
    private static boolean isPlain(int c) {
        int type = Character.getType(c);
        return type != Character.CONTROL
                && type != Character.FORMAT
                && type != Character.SURROGATE
                && type != Character.LINE_SEPARATOR
                && type != Character.PARAGRAPH_SEPARATOR;
    }
}
