package dev.harbor.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.run.RunState;
import dev.harbor.run.RunTransition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Renders the page from the code; when they differ, the page as it should be is in target. */
final class RunStatesPageTest {

    private static final Path PAGE = Path.of("reference", "run-states.md");
    private static final Path RENDERED = Path.of("target", "run-states.md");

    private static final Map<RunState, String> MEANINGS = Map.of(
            RunState.QUEUED, "it has not begun",
            RunState.RUNNING, "it is being driven, or was when its process died",
            RunState.WAITING, "it waits for a person or an outside event; nothing drives it",
            RunState.SUCCEEDED, "its contract is fulfilled",
            RunState.FAILED, "it can't be fulfilled",
            RunState.CANCELLED, "it was told to stop");

    @Test
    void page_isWhatTheCodeSays() throws IOException {
        String page = page();
        Files.createDirectories(RENDERED.getParent());
        Files.writeString(RENDERED, page);

        assertThat(Files.readString(PAGE)).as("docs/%s is the page", RENDERED).isEqualTo(page);
    }

    private static String page() {
        return """
                # States of a run

                A run is in one of these states, and nothing but the ways below leads from one to another; a request for which there is no way is refused
                with `ILLEGAL_RUN_STATE`. The page is rendered from `RunState` and `RunTransition` (`RunStatesPageTest.page_isWhatTheCodeSays`).

                | state | meaning | ends |
                |---|---|---|
                %s

                | way | from | to | when |
                |---|---|---|---|
                %s

                ```mermaid
                stateDiagram-v2
                %s
                ```
                """.formatted(lines(RunState.values(), RunStatesPageTest::row), ways(), diagram());
    }

    private static String row(RunState state) {
        return "| `%s` | %s | %s |".formatted(state.wireName(), MEANINGS.get(state), state.isTerminal() ? "yes" : "no");
    }

    private static String ways() {
        return lines(RunTransition.values(), RunStatesPageTest::row);
    }

    private static String row(RunTransition way) {
        return "| `%s` | `%s` | `%s` | %s |"
                .formatted(way.wireName(), way.from().wireName(), way.to().wireName(), way.meaning());
    }

    private static String diagram() {
        Stream<String> start = Stream.of("    [*] --> " + RunState.QUEUED.wireName());
        Stream<String> ways = Arrays.stream(RunTransition.values()).map(RunStatesPageTest::arrow);
        Stream<String> ends = Arrays.stream(RunState.values())
                .filter(RunState::isTerminal)
                .map(state -> "    " + state.wireName() + " --> [*]");
        return Stream.of(start, ways, ends).flatMap(Function.identity()).collect(Collectors.joining("\n"));
    }

    private static String arrow(RunTransition way) {
        return "    %s --> %s: %s".formatted(way.from().wireName(), way.to().wireName(), way.wireName());
    }

    private static <T> String lines(T[] values, Function<T, String> line) {
        return Arrays.stream(values).map(line).collect(Collectors.joining("\n"));
    }
}
