package dev.harbor.testkit;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Keeps each effect as a line of a file that several processes may append to at once. A line ends with a mark, so that one that was cut off by a crash is
 * not taken for an effect, and has a line feed on either side, so that neither it nor its neighbours suffer from what a crash left there.
 */
final class EffectFile implements EffectLog {

    private static final String END = ".";

    private final Path path;
    private final FileOutputStream out;

    private EffectFile(Path path, FileOutputStream out) {
        this.path = path;
        this.out = out;
    }

    static EffectFile open(Path path) throws IOException {
        File file = path.toFile();
        return new EffectFile(path, new FileOutputStream(file, true));
    }

    /** Returns when the line is on the disk. A stream and not a channel, because an interrupt closes a channel. */
    @Override
    public synchronized void add(Effect effect) throws IOException {
        out.write(("\n" + line(effect) + "\n").getBytes(StandardCharsets.US_ASCII));
        out.getFD().sync();
    }

    @Override
    public List<Effect> read() throws IOException {
        List<Effect> effects = new ArrayList<>();
        for (String line : Files.readAllLines(path, StandardCharsets.ISO_8859_1)) {
            if (line.endsWith(" " + END)) {
                effects.add(parse(line));
            }
        }
        return effects;
    }

    @Override
    public synchronized void close() throws IOException {
        out.close();
    }

    private static String line(Effect effect) {
        return Stream.of(
                        effect.tool(),
                        effect.idempotencyKey(),
                        effect.runId(),
                        effect.callId(),
                        Integer.toString(effect.attempt()),
                        END)
                .map(field -> URLEncoder.encode(field, StandardCharsets.UTF_8))
                .collect(Collectors.joining(" "));
    }

    private Effect parse(String line) throws IOException {
        try {
            String[] fields = line.split(" ", -1);
            return new Effect(
                    text(fields[0]), text(fields[1]), text(fields[2]), text(fields[3]), Integer.parseInt(fields[4]));
        } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
            throw new IOException("a line of " + path + " is whole and can't be read: " + line, e);
        }
    }

    private static String text(String field) {
        return URLDecoder.decode(field, StandardCharsets.UTF_8);
    }
}
