package dev.harbor.planner;

import dev.harbor.llm.Message;
import dev.harbor.llm.Role;
import dev.harbor.llm.TokenEstimate;
import dev.harbor.plan.Trajectory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Chooses what of a run's steps a prompt shows: the newest whole, as far as the tokens go and the very newest always; those before them as a line each; the oldest
 * not at all. A step is never torn apart. Where the whole ones begin moves by several steps at once, so that the beginning of a prompt stays the same for a
 * while. ADR 54.
 *
 * @param messages the steps that are shown whole
 * @param earlier a line for each step that is shortened, oldest first
 * @param left how many steps are left out
 */
record Window(List<Message> messages, List<String> earlier, long left) {

    private static final int STRIDE = 8;

    /** The part of the tokens that the lines of earlier steps may take: one in so many. */
    private static final int LINES_SHARE = 4;

    static Window of(Trajectory trajectory, StepText text, TokenEstimate estimate, long maxTokens) {
        List<Trajectory.Step> steps = trajectory.steps();
        int whole = firstWhole(steps, text, estimate, maxTokens);
        if (whole == 0 && trajectory.dropped() == 0) {
            return new Window(whole(steps, text), List.of(), 0);
        }
        int aligned = Math.min(Math.max(0, steps.size() - 1), roundUp(whole, trajectory.dropped()));
        List<String> lines = lines(trajectory, aligned, text, estimate, maxTokens / LINES_SHARE);
        return new Window(
                whole(steps.subList(aligned, steps.size()), text),
                lines,
                trajectory.dropped() + aligned - lines.size());
    }

    /** Returns how many steps are not shown whole. */
    long shortened() {
        return left + earlier.size();
    }

    private static int firstWhole(List<Trajectory.Step> steps, StepText text, TokenEstimate estimate, long maxTokens) {
        long room = maxTokens;
        int first = steps.size();
        while (first > 0) {
            room -= Prompt.tokens(estimate, text.whole(steps.get(first - 1)));
            if (room < 0 && first < steps.size()) {
                break;
            }
            first--;
        }
        return first;
    }

    /** Rounds the number of the first whole step up, counted from the beginning of the run. */
    private static int roundUp(int first, long dropped) {
        long number = dropped + first;
        return Math.toIntExact((number + STRIDE - 1) / STRIDE * STRIDE - dropped);
    }

    private static List<Message> whole(List<Trajectory.Step> steps, StepText text) {
        return steps.stream().flatMap(step -> text.whole(step).stream()).toList();
    }

    private static List<String> lines(
            Trajectory trajectory, int end, StepText text, TokenEstimate estimate, long maxTokens) {
        List<String> lines = new ArrayList<>();
        long room = maxTokens;
        for (int i = end - 1; i >= 0; i--) {
            String line =
                    text.brief(trajectory.dropped() + i + 1, trajectory.steps().get(i));
            room -= Prompt.tokens(estimate, List.of(Message.of(Role.USER, line)));
            if (room < 0) {
                break;
            }
            lines.add(line);
        }
        Collections.reverse(lines);
        return lines;
    }
}
