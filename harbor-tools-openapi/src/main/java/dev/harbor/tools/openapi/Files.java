package dev.harbor.tools.openapi;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Holds the files that one document is made of, each read when a reference first leads to it. Confined to one import. */
final class Files {

    /** A scheme, an authority or a root: whatever would leave the directory by itself. */
    private static final Pattern FOREIGN = Pattern.compile("(?:[A-Za-z][A-Za-z0-9+.-]*:|/|\\\\).*", Pattern.DOTALL);

    private final OpenApiDocument document;
    private final Budget budget = new Budget();
    private final Map<String, Node> roots = new HashMap<>();
    private long read;

    Files(OpenApiDocument document) {
        this.document = document;
    }

    Node root() {
        return root(document.name());
    }

    private Node root(String file) {
        Node known = roots.get(file);
        if (known != null) {
            return known;
        }
        if (roots.size() >= OpenApiDocument.MAX_FILES) {
            throw new Unusable(
                    OpenApiReason.TOO_LARGE,
                    "the document is made of more than " + OpenApiDocument.MAX_FILES + " files");
        }
        byte[] bytes = document.read(file)
                .orElseThrow(() -> new Unusable(
                        OpenApiReason.FOREIGN_REFERENCE,
                        "the file " + Words.label(file) + " is not one of those that may be read"));
        requireRoom(bytes.length);
        Node root = new Node(this, file, "", tree(bytes));
        roots.put(file, root);
        return root;
    }

    private void requireRoom(int more) {
        read += more;
        if (read > OpenApiDocument.MAX_BYTES) {
            throw new Unusable(
                    OpenApiReason.TOO_LARGE,
                    "the files of the document have more than " + OpenApiDocument.MAX_BYTES + " bytes together");
        }
    }

    private @Nullable Object tree(byte[] bytes) {
        int start = start(bytes);
        if (start < bytes.length && (bytes[start] == '{' || bytes[start] == '[')) {
            return json(bytes, start);
        }
        return yaml(bytes, start);
    }

    /** What begins like JSON may be YAML that is written in braces; if it is neither, what is wrong as JSON tells more. */
    private @Nullable Object json(byte[] bytes, int start) {
        try {
            return JsonTree.read(bytes, start, budget);
        } catch (Unusable noJson) {
            if (!noJson.code().value().equals(OpenApiReason.INVALID_DOCUMENT.name())) {
                throw noJson;
            }
            try {
                return yaml(bytes, start);
            } catch (Unusable noYaml) {
                noJson.addSuppressed(noYaml);
                throw noJson;
            }
        }
    }

    private @Nullable Object yaml(byte[] bytes, int start) {
        return YamlTree.read(new String(bytes, start, bytes.length - start, StandardCharsets.UTF_8), budget);
    }

    private static int start(byte[] bytes) {
        int start = bytes.length >= 3 && bytes[0] == (byte) 0xEF && bytes[1] == (byte) 0xBB && bytes[2] == (byte) 0xBF
                ? 3
                : 0;
        int at = start;
        while (at < bytes.length && (bytes[at] == ' ' || bytes[at] == '\n' || bytes[at] == '\r' || bytes[at] == '\t')) {
            at++;
        }
        return at < bytes.length && (bytes[at] == '{' || bytes[at] == '[') ? at : start;
    }

    /**
     * Returns what a reference leads to.
     *
     * @throws Unusable if it leads nowhere, or out of the files
     */
    Node find(Node from, String reference) {
        int hash = reference.indexOf('#');
        String file = hash < 0 ? reference : reference.substring(0, hash);
        String fragment = hash < 0 ? "" : reference.substring(hash + 1);
        Node root = root(file.isEmpty() ? from.file() : resolved(from.file(), file, reference));
        Node found = at(root, fragment, reference);
        if (!found.exists()) {
            throw unresolved(reference);
        }
        return found;
    }

    private static String resolved(String base, String file, String reference) {
        if (FOREIGN.matcher(file).matches()) {
            throw foreign(reference);
        }
        Deque<String> path = new ArrayDeque<>(List.of(base.split("/", -1)));
        path.removeLast();
        for (String step : decoded(file, reference).split("[/\\\\]", -1)) {
            if (step.equals("..")) {
                if (path.pollLast() == null) {
                    throw foreign(reference);
                }
            } else if (!step.equals(".") && !step.isEmpty()) {
                path.addLast(step);
            }
        }
        return String.join("/", path);
    }

    private static Node at(Node root, String fragment, String reference) {
        if (fragment.isEmpty()) {
            return root;
        }
        if (!fragment.startsWith("/")) {
            throw unresolved(reference);
        }
        Node at = root;
        for (String step : decoded(fragment.substring(1), reference).split("/", -1)) {
            at = step(at, step.replace("~1", "/").replace("~0", "~"));
        }
        return at;
    }

    private static Node step(Node from, String step) {
        if (!from.isArray()) {
            return from.get(step);
        }
        List<Node> elements = from.elements();
        int index = step.matches("[0-9]{1,6}") ? Integer.parseInt(step) : elements.size();
        return index < elements.size() ? elements.get(index) : from.get(step);
    }

    private static String decoded(String text, String reference) {
        if (text.indexOf('%') < 0) {
            return text;
        }
        try {
            return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw unresolved(reference);
        }
    }

    private static Unusable unresolved(String reference) {
        return new Unusable(
                OpenApiReason.UNRESOLVED_REFERENCE, "the reference " + Words.label(reference) + " leads nowhere");
    }

    private static Unusable foreign(String reference) {
        return new Unusable(
                OpenApiReason.FOREIGN_REFERENCE,
                "the reference " + Words.label(reference) + " leads out of the given files; nothing is fetched");
    }
}
