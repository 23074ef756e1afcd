package dev.harbor.tools.openapi;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Names tools after operations: by their ids, else by method and path. What claims one name gets an end that comes from method and path, each of them, so that
 * no name depends on the order of a document. Immutable.
 */
final class ToolNames {

    private static final int LONGEST = 128;

    private final String prefix;
    private final Map<String, String> chosen;
    private final Map<String, Integer> claims = new HashMap<>();

    ToolNames(String prefix, Map<String, String> chosen, List<Found> all) {
        this.prefix = prefix;
        this.chosen = chosen;
        all.forEach(each -> claims.merge(wanted(each.what()), 1, Integer::sum));
    }

    String name(OpenApiOperation operation) {
        for (Map.Entry<String, String> each : chosen.entrySet()) {
            if (operation.is(each.getKey())) {
                return prefix + each.getValue();
            }
        }
        String wanted = wanted(operation);
        boolean only = claims.getOrDefault(wanted, 1) == 1;
        return prefix + (only ? wanted : cut(wanted, LONGEST - 9) + '_' + digest(operation.place()));
    }

    private static String wanted(OpenApiOperation operation) {
        String id = operation.operationId();
        String named = legal(id == null ? "" : id);
        String name =
                named.isEmpty() ? legal(operation.method().toLowerCase(Locale.ROOT) + '_' + operation.path()) : named;
        return name.length() <= LONGEST ? name : cut(name, LONGEST - 9) + '_' + digest(name);
    }

    private static String legal(String text) {
        return text.replaceAll("[^A-Za-z0-9._-]+", "_").replaceAll("__+", "_").replaceAll("^[_.]+|[_.]+$", "");
    }

    private static String cut(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most);
    }

    private static String digest(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, 4);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }
}
