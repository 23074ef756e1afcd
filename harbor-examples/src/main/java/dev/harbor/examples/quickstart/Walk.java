package dev.harbor.examples.quickstart;

import dev.harbor.policy.Cancellation;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.FileVisitor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.ObjLongConsumer;

/** Goes through a directory once: links are counted and not followed, what can't be read is counted and passed over. Not thread-safe. */
final class Walk implements FileVisitor<Path> {

    /** So many files are looked at before the walk is cut short. */
    static final int MAX_FILES = 200_000;

    private final SurveyRoot root;
    private final Cancellation cancellation;
    private final ObjLongConsumer<Path> onFile;
    private final SortedSet<String> leftOut = new TreeSet<>();
    private long files;
    private long folders;
    private long links;
    private long others;
    private long unreadable;
    private boolean cut;

    private Walk(SurveyRoot root, Cancellation cancellation, ObjLongConsumer<Path> onFile) {
        this.root = root;
        this.cancellation = cancellation;
        this.onFile = onFile;
    }

    /** Tells the consumer of every file with its size in bytes. */
    static Walk through(SurveyRoot root, Cancellation cancellation, ObjLongConsumer<Path> onFile) throws IOException {
        Walk walk = new Walk(root, cancellation, onFile);
        Files.walkFileTree(root.directory(), walk);
        return walk;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
        if (root.leavesOut(folder)) {
            leftOut.add(String.valueOf(folder.getFileName()));
            return FileVisitResult.SKIP_SUBTREE;
        }
        if (!folder.equals(root.directory())) {
            folders++;
        }
        return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
        if (attributes.isSymbolicLink()) {
            links++;
        } else if (!attributes.isRegularFile()) {
            others++;
        } else if (files == MAX_FILES) {
            cut = true;
        } else {
            files++;
            onFile.accept(file, attributes.size());
        }
        return cut || cancellation.isCancelled() ? FileVisitResult.TERMINATE : FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException failure) {
        unreadable++;
        return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, IOException failure) {
        unreadable += failure == null ? 0 : 1;
        return FileVisitResult.CONTINUE;
    }

    long files() {
        return files;
    }

    long folders() {
        return folders;
    }

    long links() {
        return links;
    }

    /** Returns how many sockets, pipes and devices there are. */
    long others() {
        return others;
    }

    long unreadable() {
        return unreadable;
    }

    boolean isCut() {
        return cut;
    }

    SortedSet<String> leftOut() {
        return leftOut;
    }
}
