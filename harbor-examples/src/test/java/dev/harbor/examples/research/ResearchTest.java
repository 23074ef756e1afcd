package dev.harbor.examples.research;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.error.ErrorCode;
import dev.harbor.llm.LlmCall;
import dev.harbor.llm.LlmClient;
import dev.harbor.llm.LlmException;
import dev.harbor.llm.LlmReply;
import dev.harbor.llm.LlmRequest;
import dev.harbor.policy.ErrorClass;
import dev.harbor.run.Run;
import dev.harbor.run.RunState;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ResearchTest {

    @TempDir
    Path state;

    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8);

    private Run run(LlmClient model) throws IOException {
        return new Research(out, model).run(state);
    }

    private List<String> lines() {
        return said.toString(StandardCharsets.UTF_8).lines().toList();
    }

    private static void assertComplete(Run lead) {
        assertThat(lead.state()).isEqualTo(RunState.SUCCEEDED);
        assertThat(Finding.Ranking.CODEC.decode(lead.result()).ranking())
                .extracting(finding -> finding.way() + ' ' + finding.perYear() + ' ' + finding.sheet())
                .containsExactly(
                        "Heat pump 1596.00 heat-pump",
                        "Gas boiler 2115.48 gas-boiler",
                        "District heating 2452.86 district-heating");
        assertThat(lead.children()).hasSize(3).allSatisfy(task -> {
            assertThat(task.state()).isEqualTo(RunState.SUCCEEDED);
            assertThat(task.invocations())
                    .extracting(call -> call.tool())
                    .containsExactly("shelf.read@v1", "energy.cost@v1");
        });
        assertThat(lead.usage().toolCalls()).isEqualTo(7);
    }

    @Test
    void research_givesEachWayToATask_andRanksWhatTheyFound() throws IOException {
        assertComplete(run(new ResearchModel()));

        assertThat(lines())
                .contains(
                        "  lead    spawns  Find out what it costs in a year to heat with: Heat pump",
                        "  lead    awaits  task 3",
                        "  task 2  \"I read the sheet.\"",
                        "  task 3  ends    goal",
                        "  1. Heat pump              1596.00 euros a year, by heat-pump.txt")
                .anyMatch(line -> line.matches("  task 1  calls   energy.cost {2}ok, \\d+ ms"))
                .anyMatch(line -> line.matches("  lead    succeeded +8 steps +1 calls  Which way .*"));
    }

    @Test
    void research_thatHasEnded_isToldFromTheJournal_withoutAQuestion() throws IOException {
        run(new ResearchModel());
        said.reset();
        Run again = run((request, call) -> {
            throw new IllegalStateException("nobody is to be asked");
        });

        assertComplete(again);
        assertThat(lines()).contains("  1. Heat pump              1596.00 euros a year, by heat-pump.txt");
    }

    @Test
    void research_whoseProcessEnded_goesOnWithItsTasks_andMakesNoCallTwice() throws Exception {
        Stuck stuck = new Stuck(7);
        try (var runtime = new Research(out, stuck).kept(state).build()) {
            Research.goOn(runtime);
            assertThat(stuck.reached.await(30, TimeUnit.SECONDS)).isTrue();
        }
        said.reset();

        assertComplete(run(new ResearchModel()));
        assertThat(lines()).anyMatch(line -> line.matches("  lead    goes on after \\d steps that are on record"));
    }

    /** Answers so many times, and then not before it is cancelled. */
    private static final class Stuck implements LlmClient {

        private final LlmClient model = new ResearchModel();
        private final AtomicInteger left;
        private final CountDownLatch reached = new CountDownLatch(1);

        Stuck(int answers) {
            left = new AtomicInteger(answers);
        }

        @Override
        public LlmReply complete(LlmRequest request, LlmCall call) {
            if (left.getAndDecrement() > 0) {
                return model.complete(request, call);
            }
            CountDownLatch cancelled = new CountDownLatch(1);
            call.cancellation().onCancel(cancelled::countDown);
            reached.countDown();
            try {
                cancelled.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            throw new LlmException(ErrorCode.CANCELLED, ErrorClass.PERMANENT, "cancelled", null);
        }
    }
}
