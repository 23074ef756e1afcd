package dev.harbor.examples.research;

import dev.harbor.json.Json;
import dev.harbor.llm.Content;
import dev.harbor.llm.Message;
import dev.harbor.llm.Role;
import java.util.ArrayList;
import java.util.List;

/**
 * What a model can read out of the prompt of a turn.
 *
 * @param goal what is to be reached
 * @param input what was given with it
 * @param seen what came of the steps so far, in their order: of each step one thing, since this model asks for one at a time
 */
record Page(String goal, Json input, List<Json> seen) {

    private static final String GOAL = "The goal: ";
    private static final String INPUT = "The input:";
    private static final String FENCE = "\n<<<data ";

    static Page of(List<Message> messages) {
        String goal = "";
        Json input = Json.EMPTY_OBJECT;
        List<Json> seen = new ArrayList<>();
        for (Message message : messages) {
            List<String> parts = texts(message);
            for (int i = 0; message.role() == Role.USER && i < parts.size(); i++) {
                if (parts.get(i).startsWith(GOAL)) {
                    goal = parts.get(i).substring(GOAL.length());
                } else if (parts.get(i).startsWith(INPUT + FENCE)) {
                    input = Json.parse(parts.get(++i));
                } else if (parts.get(i).contains(FENCE)) {
                    seen.add(Json.parse(parts.get(++i)));
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
}
