package dev.harbor.access;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Is a path below some directory, cleaned without a look at any file system. A path that could mean another place to another system has no such form:
 * absolute ones, drives and schemes, homes, names of dots and blanks, what climbs above the directory, and what no person would type.
 *
 * <p>Immutable.
 *
 * @param segments the names on the way, none of them {@code .} or {@code ..}; none for the directory itself
 */
record RelativePath(List<String> segments) {

    private static final int MAX_LENGTH = 4096;
    private static final Pattern DRIVE_OR_SCHEME = Pattern.compile("^[A-Za-z][A-Za-z0-9+.-]*:");
    private static final Pattern DOTS_AND_BLANKS = Pattern.compile("[. ]+");

    /** Returns the path that a text means, or null if it means none. */
    static @Nullable RelativePath of(String text) {
        if (text.length() > MAX_LENGTH || !isPrintable(text)) {
            return null;
        }
        String path = Normalizer.normalize(text, Normalizer.Form.NFC).replace('\\', '/');
        boolean elsewhere = path.startsWith("/")
                || path.startsWith("~")
                || DRIVE_OR_SCHEME.matcher(path).find();
        return elsewhere ? null : clean(path);
    }

    private static @Nullable RelativePath clean(String path) {
        List<String> kept = new ArrayList<>();
        for (String segment : path.split("/", -1)) {
            if (segment.equals("..")) {
                if (kept.isEmpty()) {
                    return null;
                }
                kept.remove(kept.size() - 1);
            } else if (!segment.isEmpty() && !segment.equals(".")) {
                if (DOTS_AND_BLANKS.matcher(segment).matches()) {
                    return null;
                }
                kept.add(segment);
            }
        }
        return new RelativePath(List.copyOf(kept));
    }

    private static boolean isPrintable(String text) {
        return text.codePoints()
                .map(Character::getType)
                .noneMatch(type -> type == Character.CONTROL || type == Character.SURROGATE);
    }

    /** Tells whether this is a directory or something below it. */
    boolean isWithin(RelativePath root) {
        return segments.size() >= root.segments.size()
                && segments.subList(0, root.segments.size()).equals(root.segments);
    }

    @Override
    public String toString() {
        return segments.isEmpty() ? "." : String.join("/", segments);
    }
}
