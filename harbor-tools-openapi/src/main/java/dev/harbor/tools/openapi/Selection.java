package dev.harbor.tools.openapi;

import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Chooses operations. */
final class Selection {

    private Selection() {}

    static Predicate<OpenApiOperation> tags(List<String> tags) {
        return operation -> operation.tags().stream().anyMatch(tags::contains);
    }

    static Predicate<OpenApiOperation> methods(List<String> methods) {
        List<String> upper =
                methods.stream().map(each -> each.toUpperCase(Locale.ROOT)).toList();
        return operation -> upper.contains(operation.method());
    }

    static Predicate<OpenApiOperation> operations(List<String> keys) {
        return operation -> keys.stream().anyMatch(operation::is);
    }

    /** In a pattern {@code *} stands for what one segment holds, {@code **} for anything. */
    static Predicate<OpenApiOperation> paths(List<String> patterns) {
        List<Pattern> compiled = patterns.stream().map(Selection::pattern).toList();
        return operation -> compiled.stream()
                .anyMatch(each -> each.matcher(operation.path()).matches());
    }

    private static Pattern pattern(String glob) {
        StringBuilder regex = new StringBuilder();
        for (int i = 0; i < glob.length(); i++) {
            if (glob.startsWith("**", i)) {
                regex.append(".*");
                i++;
            } else if (glob.charAt(i) == '*') {
                regex.append("[^/]*");
            } else {
                regex.append(Pattern.quote(glob.substring(i, i + 1)));
            }
        }
        return Pattern.compile(regex.toString(), Pattern.DOTALL);
    }
}
