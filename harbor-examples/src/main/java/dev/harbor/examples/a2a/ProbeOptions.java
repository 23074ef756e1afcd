package dev.harbor.examples.a2a;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Is what the probe was told.
 *
 * @param card the address of the card
 * @param bearer a token, or null
 * @param deadline how long a call may take
 * @param answer what every question is answered with, or null to leave it open
 * @param cancelAfter after which time a call is cancelled, or null
 * @param checkpoint the file that a call that waits is written to, or null
 * @param resume the file of a call to go on with, or null
 * @param texts what is said, one call each
 */
record ProbeOptions(
        String card,
        @Nullable String bearer,
        Duration deadline,
        @Nullable String answer,
        @Nullable Duration cancelAfter,
        @Nullable Path checkpoint,
        @Nullable Path resume,
        List<String> texts) {

    static final String USAGE = "A2AProbe CARD_URL [--bearer T] [--deadline MS] [--answer TEXT] [--cancel-after MS]"
            + " [--checkpoint FILE] [--resume FILE] TEXT...";

    /**
     * Reads a command line.
     *
     * @throws IllegalArgumentException if it is wrong; the message says how it goes
     */
    static ProbeOptions parse(String... arguments) {
        Deque<String> left = new ArrayDeque<>(List.of(arguments));
        Reading reading = new Reading();
        while (!left.isEmpty()) {
            reading.take(left.removeFirst(), left);
        }
        return reading.done();
    }

    /** Collects the options. */
    private static final class Reading {

        private final List<String> words = new ArrayList<>();
        private @Nullable String bearer;
        private Duration deadline = Duration.ofMinutes(10);
        private @Nullable String answer;
        private @Nullable Duration cancelAfter;
        private @Nullable Path checkpoint;
        private @Nullable Path resume;

        private void take(String word, Deque<String> left) {
            switch (word) {
                case "--bearer" -> bearer = value(word, left);
                case "--deadline" -> deadline = millis(word, left);
                case "--answer" -> answer = value(word, left);
                case "--cancel-after" -> cancelAfter = millis(word, left);
                case "--checkpoint" -> checkpoint = Path.of(value(word, left));
                case "--resume" -> resume = Path.of(value(word, left));
                default -> words.add(word);
            }
        }

        private static String value(String option, Deque<String> left) {
            String value = left.pollFirst();
            if (value == null) {
                throw new IllegalArgumentException(option + " needs a value; " + USAGE);
            }
            return value;
        }

        private static Duration millis(String option, Deque<String> left) {
            String value = value(option, left);
            if (!value.matches("[1-9]\\d{0,8}")) {
                throw new IllegalArgumentException(option + " is a number of milliseconds; " + USAGE);
            }
            return Duration.ofMillis(Long.parseLong(value));
        }

        private ProbeOptions done() {
            if (words.isEmpty() || (words.size() == 1 && resume == null)) {
                throw new IllegalArgumentException("a card and a text are missing; " + USAGE);
            }
            return new ProbeOptions(
                    words.get(0),
                    bearer,
                    deadline,
                    answer,
                    cancelAfter,
                    checkpoint,
                    resume,
                    List.copyOf(words.subList(1, words.size())));
        }
    }
}
