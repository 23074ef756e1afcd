package dev.harbor.docs;

import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import dev.harbor.identity.Identity;
import dev.harbor.journal.Claim;
import dev.harbor.journal.JournalEntry;
import dev.harbor.journal.JournalRecord;
import dev.harbor.journal.StreamHead;
import dev.harbor.journal.StreamInfo;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Is one stream and its file, a {@link Line} for each thing that happened. What an append writes counts from the line of its head on: records without one are what
 * a crash left, and the next append writes over them. Thread-safe.
 */
final class StreamFile {

    private static final String SUFFIX = ".stream";

    private final Path file;
    private final String name;
    private final List<Place> places = new ArrayList<>();
    private long end;
    private long epoch;
    private @Nullable Claim claim;
    private @Nullable StreamHead head;
    private boolean isLost;

    /** Is where a record lies; {@link #MISSING} if its line is not there. */
    private record Place(long offset, int length) {

        static final Place MISSING = new Place(-1, 0);
    }

    StreamFile(Path folder, String name) {
        this(folder.resolve(sha256(name) + SUFFIX), name, 0);
    }

    private StreamFile(Path file, String name, long end) {
        this.file = file;
        this.name = name;
        this.end = end;
    }

    private static String sha256(String name) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(name.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }

    static boolean isOne(Path file) {
        return file.toString().endsWith(SUFFIX);
    }

    /** Reads a file; empty if its making was cut off, and nothing was promised of it. */
    static Optional<StreamFile> read(Path file) throws IOException {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
            byte[] first = line(in);
            if (first == null) {
                return Optional.empty();
            }
            Line line = Line.read("", first);
            if (line.kind() != Line.NAME || line.number() != 1 || line.content() == null) {
                throw damaged(file + " has no name, or was written by version " + line.number());
            }
            StreamFile stream = new StreamFile(file, line.text("name"), first.length + 1L);
            stream.replay(in);
            return Optional.of(stream);
        }
    }

    /** Returns the next line without its end; null if there is none, or it was cut off. */
    private static byte @Nullable [] line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int next = in.read();
        while (next >= 0 && next != '\n') {
            line.write(next);
            next = in.read();
        }
        return next < 0 ? null : line.toByteArray();
    }

    // snippet: journal-replay
    private void replay(InputStream in) throws IOException {
        int committed = 0;
        long offset = end;
        for (byte[] text = line(in); text != null; text = line(in)) {
            Line line = Line.read(name, text);
            Place place = new Place(offset, text.length);
            offset += text.length + 1;
            if (line.kind() == Line.RECORD) {
                put(line.number(), place);
                continue;
            }
            if (line.content() == null) {
                throw damaged("a line of stream '" + name + "' in " + file);
            }
            if (line.kind() == Line.HEAD) {
                head = line.asHead(name);
                put(line.number() + 1, null);
                committed = (int) line.number();
            } else {
                epoch = line.number();
                claim = line.asClaim(name);
            }
            end = offset;
        }
        places.subList(committed, places.size()).clear();
    }
    // end

    /** Notes where a record lies, and that those before it that were not seen are missing. */
    private void put(long sequence, @Nullable Place place) {
        while (places.size() < sequence - 1) {
            places.add(Place.MISSING);
        }
        if (place != null) {
            places.add(place);
        }
    }

    /** Lets an action have the stream to itself. */
    synchronized <T> T inTurn(Function<StreamFile, T> action) {
        if (isLost) {
            throw new StoreException(
                    ErrorCode.STORE_FAILED, "stream '" + name + "' could not be written; open the journal again");
        }
        return action.apply(this);
    }

    String name() {
        return name;
    }

    long epoch() {
        return epoch;
    }

    @Nullable
    Claim claim() {
        return claim;
    }

    Optional<StreamInfo> info() {
        return inTurn(self -> Optional.ofNullable(head).map(known -> new StreamInfo(known, places.size(), claim)));
    }

    boolean isLatest(Claim wanted) {
        return claim != null && claim.epoch() == wanted.epoch();
    }

    // snippet: journal-fence
    void requireLatest(Claim wanted) {
        if (!isLatest(wanted)) {
            throw new StoreException(
                    ErrorCode.STALE_WRITE, "epoch " + wanted.epoch() + " of stream '" + name + "' is not the latest");
        }
    }

    void requireEnd(long sequence) {
        if (sequence != places.size()) {
            throw new StoreException(ErrorCode.STALE_WRITE, "stream '" + name + "' ends at " + places.size());
        }
    }
    // end

    void requireOwner(Identity identity) {
        if (head != null && !head.identity().equals(identity)) {
            throw new IllegalArgumentException("stream '" + name + "' was made for another identity");
        }
    }

    /** Gives a claim an epoch and makes it the latest. */
    Claim hold(Claim next, long newEpoch) {
        Claim held = new Claim(name, next.owner(), newEpoch, next.until());
        write(List.of(Line.claim(held)));
        epoch = newEpoch;
        claim = held;
        return held;
    }

    void letGo() {
        write(List.of(Line.free(epoch)));
        claim = null;
    }

    // snippet: journal-write
    long append(List<JournalEntry> entries, StreamHead newHead) {
        List<Line> lines = new ArrayList<>();
        for (JournalEntry entry : entries) {
            lines.add(Line.record(places.size() + lines.size() + 1L, entry));
        }
        lines.add(Line.head(places.size() + lines.size(), newHead));
        List<Place> written = write(lines);
        places.addAll(written.subList(0, entries.size()));
        head = newHead;
        return places.size();
    }

    /** Writes lines behind the last one that counts, and returns when they are on the disk. */
    private List<Place> write(List<Line> lines) {
        List<Place> written = new ArrayList<>();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        if (end == 0) {
            bytes.writeBytes(Line.name(name).bytes(name));
        }
        for (Line line : lines) {
            byte[] text = line.bytes(name);
            written.add(new Place(end + bytes.size(), text.length - 1));
            bytes.writeBytes(text);
        }
        isLost = true;
        try {
            sync(file, end, bytes.toByteArray());
            if (end == 0) {
                syncFolder();
            }
        } catch (IOException e) {
            throw new StoreException(
                    ErrorCode.UNKNOWN_WRITE_OUTCOME, "nobody knows what " + file + " has of the last write", e);
        }
        end += bytes.size();
        isLost = false;
        return written;
    }

    private static void sync(Path file, long at, byte[] bytes) throws IOException {
        // Not by a channel: an interrupt closes those in the middle of a write.
        try (RandomAccessFile out = new RandomAccessFile(file.toFile(), "rw")) {
            out.setLength(at);
            out.seek(at);
            out.write(bytes);
            out.getFD().sync();
        }
    }
    // end

    /** Makes the name of a new file durable. Only a channel can, so an interrupt is put off. */
    private void syncFolder() throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            for (boolean done = false; !done; ) {
                try (FileChannel folder = FileChannel.open(file.getParent(), StandardOpenOption.READ)) {
                    folder.force(true);
                    done = true;
                } catch (ClosedByInterruptException e) {
                    interrupted = Thread.interrupted();
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Replaces the file by one that knows the name and the epoch, one higher, and nothing else. */
    boolean erase() {
        if (epoch == 0) {
            return false;
        }
        boolean existed = head != null;
        Path next = file.resolveSibling(file.getFileName() + ".new");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(Line.name(name).bytes(name));
        bytes.writeBytes(Line.free(epoch + 1).bytes(name));
        isLost = true;
        try {
            sync(next, 0, bytes.toByteArray());
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
            syncFolder();
        } catch (IOException e) {
            throw new StoreException(ErrorCode.STORE_FAILED, "stream '" + name + "' could not be deleted", e);
        }
        isLost = false;
        epoch++;
        claim = null;
        head = null;
        places.clear();
        end = bytes.size();
        return existed;
    }

    /** Returns the records from one on, each read when it is asked for. */
    Stream<JournalRecord> records(long from) {
        return inTurn(self -> from > places.size()
                ? Stream.empty()
                : open(List.copyOf(places.subList((int) from - 1, places.size())), from));
    }

    private Stream<JournalRecord> open(List<Place> wanted, long from) {
        try {
            RandomAccessFile in = new RandomAccessFile(file.toFile(), "r");
            return IntStream.range(0, wanted.size())
                    .mapToObj(i -> record(in, from + i, wanted.get(i)))
                    .onClose(() -> close(in));
        } catch (IOException e) {
            throw new StoreException(ErrorCode.STORE_FAILED, "stream '" + name + "' can't be read", e);
        }
    }

    private JournalRecord record(RandomAccessFile in, long sequence, Place place) {
        try {
            byte[] text = new byte[place.length()];
            in.seek(Math.max(0, place.offset()));
            in.readFully(text);
            Line line = Line.read(name, text);
            if (line.content() == null || line.number() != sequence) {
                throw damaged("record " + sequence + " of stream '" + name + "' in " + file);
            }
            return new JournalRecord(sequence, line.asEntry());
        } catch (IOException e) {
            throw new StoreException(ErrorCode.STORE_FAILED, "stream '" + name + "' can't be read", e);
        }
    }

    private static void close(RandomAccessFile in) {
        try {
            in.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static StoreException damaged(String what) {
        return new StoreException(ErrorCode.STORE_FAILED, what + " is damaged");
    }
}
