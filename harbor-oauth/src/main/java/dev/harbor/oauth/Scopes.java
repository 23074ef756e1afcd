package dev.harbor.oauth;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads and writes lists of scopes; their order is kept. */
final class Scopes {

    private static final Pattern SCOPE = Pattern.compile("[\\x21\\x23-\\x5b\\x5d-\\x7e]{1,256}");
    private static final int MOST = 256;

    private Scopes() {}

    /** Returns the scopes of a text that came from outside; what can't be one is left out. */
    static Set<String> parse(String text) {
        Set<String> scopes = new LinkedHashSet<>();
        for (String each : text.split(" ", MOST + 1)) {
            if (isScope(each) && scopes.size() < MOST) {
                scopes.add(each);
            }
        }
        return scopes;
    }

    static boolean isScope(String text) {
        return SCOPE.matcher(text).matches();
    }

    static Set<String> require(Collection<String> scopes) {
        for (String scope : scopes) {
            if (!isScope(scope)) {
                throw new IllegalArgumentException("a scope must match " + SCOPE.pattern());
            }
        }
        return new LinkedHashSet<>(scopes);
    }

    static Set<String> union(Collection<String> first, Collection<String> second) {
        Set<String> both = new LinkedHashSet<>(first);
        both.addAll(second);
        return both;
    }

    static Set<String> without(Collection<String> scopes, Collection<String> taken) {
        Set<String> left = new LinkedHashSet<>(scopes);
        left.removeAll(taken);
        return left;
    }
}
