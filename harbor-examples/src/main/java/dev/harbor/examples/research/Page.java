package dev.harbor.examples.research;

import dev.harbor.json.Json;
import dev.harbor.llm.Content;
import dev.harbor.llm.Message;
import dev.harbor.llm.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a model can read out of the prompt of a turn.
 *
 * @param goal what is to be reached
 * @param input what was given with it
 * @param seen what came of the steps so far, in their order
 */
record Page(String goal, Json input, List<Seen> seen) {

    private static final String GOAL = "The goal: ";
    private static final String INPUT = "The input:";
    private static final String FENCE = "\n<<<data ";
    private static final String SUCCEEDED = " succeeded:";
    private static final String SPAWNED = " spawned:";
    private static final String TASK = "Task ";

    /**
     * Is something that came of a step.
     *
     * @param heading what it is of, and how it ended
     */
    record Seen(String heading, Json content) {}

    static Page of(List<Message> messages) {
        String goal = "";
        Json input = Json.EMPTY_OBJECT;
        List<Seen> seen = new ArrayList<>();
        for (Message message : messages) {
            List<String> parts = texts(message);
            for (int i = 0; message.role() == Role.USER && i < parts.size(); i++) {
                String part = parts.get(i);
                if (part.startsWith(GOAL)) {
                    goal = part.substring(GOAL.length());
                } else if (part.startsWith(INPUT + FENCE)) {
                    input = Json.parse(parts.get(++i));
                } else if (part.contains(FENCE)) {
                    seen.add(new Seen(part.substring(0, part.indexOf(FENCE)), Json.parse(parts.get(++i))));
                }
            }
        }
        return new Page(goal, input, List.copyOf(seen));
    }

    private static List<String> texts(Message message) {
        return message.parts().stream()
                .filter(Content.Text.class::isInstance)
                .map(part -> ((Content.Text) part).text())
                .toList();
    }

    /** Returns what a tool has come to, if it has succeeded: a call that was cut off has to be made again. */
    Optional<Json> result(String tool) {
        return seen.stream()
                .filter(each -> each.heading().contains(" of " + tool + "@")
                        && each.heading().endsWith(SUCCEEDED))
                .map(Seen::content)
                .findFirst();
    }

    /** Returns the ids of the tasks that were spawned. */
    List<String> spawned() {
        return seen.stream()
                .filter(each -> each.heading().endsWith(SPAWNED))
                .map(each -> each.content().get("task_id").orElseThrow().asString())
                .toList();
    }

    /** Returns what is known of the tasks that have ended. */
    List<Json> ended() {
        return seen.stream()
                .filter(each ->
                        each.heading().startsWith(TASK) && !each.heading().endsWith(SPAWNED))
                .map(Seen::content)
                .toList();
    }
}
