package dev.harbor.examples.research;

import dev.harbor.run.Run;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/** Prints how it ended, out of the journal alone. */
final class Closing {

    private final PrintStream out;

    Closing(PrintStream out) {
        this.out = out;
    }

    void print(Run lead) {
        out.println();
        out.println("On record:");
        line(lead);
        lead.children().forEach(this::line);
        out.println();
        if (lead.reason().equals("goal")) {
            answer(Finding.Ranking.CODEC.decode(lead.result()));
        } else {
            out.println("There is no answer: " + lead.state() + ", " + lead.reason() + ' ' + lead.result());
        }
    }

    private void line(Run run) {
        out.println(String.format(
                Locale.ROOT,
                "  %-7s %-10s %2d steps %2d calls  %s",
                Lanes.of(run.runId()),
                run.state().wireName(),
                run.trajectory().size(),
                run.invocations().size(),
                run.goal()));
    }

    private void answer(Finding.Ranking answer) {
        List<Finding> ranking = answer.ranking();
        for (int i = 0; i < ranking.size(); i++) {
            Finding each = ranking.get(i);
            out.println(String.format(
                    Locale.ROOT,
                    "  %d. %-20s %9.2f euros a year, by %s.txt",
                    i + 1,
                    each.way(),
                    each.perYear(),
                    each.sheet()));
        }
        answer.failed().forEach(task -> out.println("  " + Lanes.of(task) + " found nothing"));
    }
}
