package dev.harbor.tools.http;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads {@code Link} headers, after RFC 8288. */
final class LinkHeader {

    private static final Pattern LINK = Pattern.compile(
            "<([^<>]{0,8192}+)>((?:\\s*+;\\s*+[^\\s=;,\"<>]++(?:\\s*+=\\s*+(?:\"[^\"]*+\"|[^\\s;,\"<>]*+))?+)*+)");
    private static final Pattern REL =
            Pattern.compile(";\\s*+rel\\s*+=\\s*+(?:\"([^\"]*+)\"|([^\\s;,\"<>]*+))", Pattern.CASE_INSENSITIVE);

    private LinkHeader() {}

    /** Returns the target of the first link to a next page. */
    static Optional<String> next(List<String> headers) {
        for (String header : headers) {
            Matcher links = LINK.matcher(header);
            while (links.find()) {
                if (isNext(links.group(2))) {
                    return Optional.of(links.group(1));
                }
            }
        }
        return Optional.empty();
    }

    private static boolean isNext(String parameters) {
        Matcher rel = REL.matcher(parameters);
        if (!rel.find()) {
            return false;
        }
        String types = rel.group(1) != null ? rel.group(1) : rel.group(2);
        return List.of(types.strip().split("\\s+")).stream().anyMatch("next"::equalsIgnoreCase);
    }
}
