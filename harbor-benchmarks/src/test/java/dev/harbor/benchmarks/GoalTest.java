package dev.harbor.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.benchmarks.Goal.Verdict;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class GoalTest {

    private static final Map<String, Samples> RESULTS = Map.of(
            "ours", new Samples(List.of(90.0, 100.0, 110.0), List.of(2048.4)),
            "theirs", new Samples(List.of(125.0), List.of(4000.0)));

    @ParameterizedTest
    @CsvSource({"0.8, MET", "0.81, AIM_MISSED", "1.2, AIM_MISSED", "1.21, MISSED"})
    void judge_ofValue_followsLimits(double value, Verdict verdict) {
        assertThat(Goal.ratio("theirs", "them", 1.2, 0.8).judge(value)).isEqualTo(verdict);
    }

    @Test
    void cells_ofRatio_compareMedians() {
        Goal goal = Goal.ratio("theirs", "them", 1.2, 0.7);

        assertThat(goal.cells("ours", RESULTS))
                .containsExactly("0.80 × them", "≤ 1.20 ×, aim 0.70 ×", "yes, the aim is not");
    }

    @Test
    void cells_ofBytes_countWholeOnes() {
        assertThat(Goal.bytes(2048).cells("ours", RESULTS)).containsExactly("2,048 B", "≤ 2,048 B", "yes");
        assertThat(Goal.bytes(2047).cells("ours", RESULTS)).containsExactly("2,048 B", "≤ 2,047 B", "NO");
    }

    @Test
    void cells_ofTime_nameTheUnit() {
        assertThat(Goal.nanos(20e6).cells("ours", RESULTS)).containsExactly("100 ns", "≤ 20.0 ms", "yes");
    }

    @Test
    void cells_withoutPeer_claimNothing() {
        assertThat(Goal.ratio("nobody", "nobody", 1, 1).cells("ours", RESULTS))
                .containsExactly("not compared", "≤ 1.00 ×", "");
    }
}
