package dev.harbor.artifacts;

import dev.harbor.artifact.ArtifactFilter;
import dev.harbor.artifact.ArtifactInfo;
import dev.harbor.artifact.ArtifactRef;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Is the file name of an entry: content, size, and hashes of task and namespace. A listing of a directory alone tells what a session holds, and no value from
 * outside is ever part of a path. Immutable.
 */
record EntryName(String sha256, long sizeBytes, String task, String namespace) {

    private static final Pattern SPELLING =
            Pattern.compile("([0-9a-f]{64})\\.([0-9]{1,18})\\.([0-9a-f]{32})\\.([0-9a-f]{32})");

    private static final Pattern BYTES = Pattern.compile("[0-9a-f]{64}");

    static EntryName of(ArtifactInfo info) {
        return new EntryName(
                info.ref().sha256(),
                info.sizeBytes(),
                hash(info.scope().task()),
                hash(info.options().namespace()));
    }

    /** Returns the name that a file of the store has; empty if it is something else. */
    static Optional<EntryName> parse(String file) {
        Matcher parts = SPELLING.matcher(file);
        return parts.matches()
                ? Optional.of(new EntryName(
                        group(parts, 1), Long.parseLong(group(parts, 2)), group(parts, 3), group(parts, 4)))
                : Optional.empty();
    }

    private static String group(Matcher parts, int number) {
        return Objects.requireNonNull(parts.group(number));
    }

    /** Returns the hash of a task or namespace. Half of it is enough: the description in the file is compared too, so that two with one hash are found out. */
    static String hash(String value) {
        return Sha256.hex(value).substring(0, 32);
    }

    /** Tells whether a file name is one under which bytes can be found without their entry. */
    static boolean isBytes(String file) {
        return BYTES.matcher(file).matches();
    }

    boolean isOf(ArtifactRef ref) {
        return sha256.equals(ref.sha256());
    }

    /** Tells whether what a filter says of the task fits; the rest is in the name of the directory. */
    boolean canMatch(ArtifactFilter filter) {
        String wanted = filter.task();
        return wanted == null || task.equals(hash(wanted));
    }

    @Override
    public String toString() {
        return sha256 + "." + sizeBytes + "." + task + "." + namespace;
    }
}
