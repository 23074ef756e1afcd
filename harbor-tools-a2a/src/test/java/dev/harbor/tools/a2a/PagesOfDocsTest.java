package dev.harbor.tools.a2a;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The pages say what the code does. */
final class PagesOfDocsTest {

    private static Map<String, String> defaults() throws IOException {
        return Pattern.compile("(?m)^\\| (.*?) \\| (.*?) \\| .*? \\|$")
                .matcher(Files.readString(Path.of("..", "docs", "reference", "defaults.md")))
                .results()
                .collect(Collectors.toMap(row -> row.group(1), row -> row.group(2)));
    }

    private static String seconds(Duration... times) {
        return Stream.of(times)
                .map(each -> each.toMillis() % 1000 == 0 ? each.toSeconds() + " s" : each.toMillis() / 1000.0 + " s")
                .collect(Collectors.joining(", "));
    }

    @Test
    void defaults_areThoseOnThePage() throws IOException {
        A2aLimits limits = A2aLimits.standard();
        assertThat(defaults())
                .containsEntry("timeout of an attempt of an A2A tool", seconds(SkillTools.TIMEOUT))
                .containsEntry("a card of an agent", limits.cardBytes() + " bytes")
                .containsEntry("an answer of an agent, and an event of its stream", limits.bodyBytes() + " bytes")
                .containsEntry("a stream of an agent", limits.streamBytes() + " bytes")
                .containsEntry("files that go along with a message to an agent", limits.fileBytes() + " bytes")
                .containsEntry("tries of a message that an agent did not take on", "" + limits.sendAttempts())
                .containsEntry(
                        "waits for an agent: connection, head, silence of a stream, cancelling",
                        seconds(limits.connect(), limits.head(), limits.idle(), limits.cancel()))
                .containsEntry(
                        "waits until a remote task is looked up: first, longest",
                        seconds(limits.firstPoll(), limits.longestPoll()))
                .containsEntry(
                        "waits until a remote task is looked at whose call waits: first, longest",
                        seconds(limits.firstWatch(), limits.longestWatch()));
    }

    @Test
    void codes_ofOurOwn_areOnThePageOfFailures() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "reference", "a2a-failures.md"));
        List<String> codes = Stream.of(
                        Failures.BROKEN,
                        Failures.FAILED,
                        Failures.REJECTED,
                        Failures.CANCELLED,
                        Failures.GONE,
                        Failures.STATE,
                        Failures.UNAUTHORIZED,
                        Failures.UNANSWERED,
                        Failures.EXTENSION,
                        Peer.UNUSABLE)
                .map(code -> '`' + code.value() + '`')
                .toList();
        assertThat(page).contains(codes);
    }
}
