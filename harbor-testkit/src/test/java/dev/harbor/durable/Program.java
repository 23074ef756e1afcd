package dev.harbor.durable;

import dev.harbor.json.Json;
import dev.harbor.llm.LlmCall;
import dev.harbor.llm.LlmRequest;
import dev.harbor.llm.Message;
import dev.harbor.llm.Role;
import dev.harbor.pause.PauseReason;
import dev.harbor.plan.Decision;
import dev.harbor.plan.JoinPolicy;
import dev.harbor.plan.PlanContext;
import dev.harbor.plan.Planner;
import dev.harbor.plan.ToolRequest;
import dev.harbor.plan.Trajectory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Is a random plan that follows from a seed and is the same in every process: step by step, whatever comes of the steps. Its seed travels in the goal of the
 * run, so that one planner serves programs and the programs of their child runs.
 */
final class Program {

    private static final int MAX_DEPTH = 2;
    private static final List<String> READS = List.of("world.read", "world.pure");
    private static final List<String> WRITES = List.of("world.write", "world.keyed", "world.fail");
    private static final List<String> ANY = List.of(
            "world.read",
            "world.pure",
            "world.write",
            "world.write",
            "world.keyed",
            "world.fail",
            "world.secret",
            "no.such");

    private final List<Step> steps = new ArrayList<>();

    private interface Step {

        Decision decide(PlanContext context);
    }

    private Program(long seed, int depth) {
        Random random = new Random(seed);
        int children = 0;
        int length = depth == 0 ? 3 + random.nextInt(4) : 2 + random.nextInt(2);
        List<Integer> spawned = new ArrayList<>();
        while (steps.size() < length) {
            switch (random.nextInt(depth < MAX_DEPTH ? 8 : 6)) {
                case 0, 1 -> call(random);
                case 2, 3 -> group(random);
                case 4 -> steps.add(Program::askTheModel);
                case 5 -> call(random);
                case 6 -> pause(depth);
                default -> {
                    children++;
                    spawned.add(children);
                    spawn(random.nextInt(1000), depth + 1);
                }
            }
        }
        spawned.forEach(this::await);
    }

    /** Returns the goal of a run that follows the program of a seed. */
    static String goal(long seed) {
        return goal(seed, 0);
    }

    private static String goal(long seed, int depth) {
        return "program " + seed + " " + depth;
    }

    /** Returns a planner for every program. */
    static Planner planner() {
        return context -> {
            String[] words = context.goal().split(" ");
            return new Program(Long.parseLong(words[1]), Integer.parseInt(words[2])).decide(context);
        };
    }

    private Decision decide(PlanContext context) {
        int step = context.trajectory().size();
        return step < steps.size() ? steps.get(step).decide(context) : Decision.finish(summary(context.trajectory()));
    }

    /** Returns what a planner saw, without what depends on where a process died or on chance: how reads ended, what people said, and tokens. */
    static Json summary(Trajectory trajectory) {
        return Json.of(trajectory.steps().stream()
                .map(step -> step.observations().stream()
                        .filter(seen -> !seen.status().equals("input"))
                        .map(seen -> seen.status().equals("paused") ? "paused" : seen.callId())
                        .toList())
                .toList());
    }

    private void call(Random random) {
        ToolRequest call = request(random, ANY);
        steps.add(context -> new Decision.CallTool(call));
    }

    private static ToolRequest request(Random random, List<String> tools) {
        return ToolRequest.of(tools.get(random.nextInt(tools.size())), Json.of(Map.of("value", random.nextInt(100))));
    }

    /** Which calls of a race are made depends on which reads were interrupted, so that a race is between reads, or between writes, which are made in turn. */
    private void group(Random random) {
        JoinPolicy join = switch (random.nextInt(4)) {
            case 0 -> JoinPolicy.FIRST_SUCCESS;
            case 1 -> JoinPolicy.atLeast(2);
            default -> JoinPolicy.ALL;
        };
        List<String> racers = random.nextBoolean() ? READS : WRITES;
        List<String> tools = join.equals(JoinPolicy.ALL) ? ANY : racers;
        List<ToolRequest> calls = IntStream.range(0, 2 + random.nextInt(3))
                .mapToObj(i -> request(random, tools))
                .toList();
        steps.add(context -> new Decision.CallParallel(calls, join));
    }

    private static Decision askTheModel(PlanContext context) {
        LlmRequest question = LlmRequest.of(List.of(Message.of(Role.USER, "what now?")));
        String answer = context.model()
                .complete(question, LlmCall.of(context.identity()))
                .text();
        return Decision.call("world.read", Json.of(Map.of("value", answer.length())));
    }

    /** Only root runs pause: what a person says to a run that waits is meant for it. */
    private void pause(int depth) {
        if (depth == 0) {
            steps.add(context -> new Decision.RequestPause(PauseReason.EXTERNAL_EVENT, "go on?", Json.EMPTY_OBJECT));
        }
    }

    private void spawn(long seed, int depth) {
        steps.add(context -> new Decision.SpawnTask(goal(seed, depth), Json.EMPTY_OBJECT));
    }

    private void await(int child) {
        steps.add(context -> new Decision.AwaitTask(context.runId() + "." + child));
    }
}
