package dev.harbor.examples.quickstart;

import dev.harbor.json.Codec;
import dev.harbor.json.Json;
import dev.harbor.llm.Content;
import dev.harbor.llm.Message;
import dev.harbor.llm.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a model can read out of the messages of a prompt: the calls it asked for, each with what came of it.
 *
 * @param directory what is surveyed
 * @param all the calls, in the order in which they were asked for
 */
record Transcript(String directory, List<Seen> all) {

    /** A call with what came of it. */
    record Seen(Action.Call call, String status, Json content) {

        boolean isSuccess() {
            return status.equals("succeeded");
        }

        /** Returns the reference to the content, if the content was too large for a prompt. */
        Optional<String> artifact() {
            return content.get("artifact_ref").map(Json::asString);
        }
    }

    static Transcript of(List<Message> messages) {
        List<Seen> seen = new ArrayList<>();
        List<Action.Call> asked = List.of();
        String directory = "";
        for (Message message : messages) {
            List<String> parts = texts(message);
            if (message.role() == Role.ASSISTANT) {
                asked = Action.CODEC.decode(parts.get(0)).calls();
            } else if (parts.get(0).startsWith(Prompt.OBSERVATION)) {
                seen.addAll(pair(asked, parts));
            } else if (message.role() == Role.USER) {
                directory = Json.parse(parts.get(1))
                        .get("directory")
                        .map(Json::asString)
                        .orElse("");
            }
        }
        return new Transcript(directory, List.copyOf(seen));
    }

    private static List<String> texts(Message message) {
        return message.parts().stream()
                .map(part -> ((Content.Text) part).text())
                .toList();
    }

    private static List<Seen> pair(List<Action.Call> asked, List<String> parts) {
        List<Seen> seen = new ArrayList<>();
        for (int i = 0; i < asked.size(); i++) {
            String header = parts.get(2 * i);
            String status = header.substring(header.lastIndexOf(' ') + 1);
            seen.add(new Seen(asked.get(i), status, Json.parse(parts.get(2 * i + 1))));
        }
        return seen;
    }

    /** Returns how often a tool was asked for, whatever came of it. */
    long count(String tool) {
        return all.stream().filter(seen -> seen.call().tool().equals(tool)).count();
    }

    Stream<Seen> successes(String tool) {
        return all.stream().filter(seen -> seen.call().tool().equals(tool) && seen.isSuccess());
    }

    /** Returns what a tool answered first, as long as it could be shown in a prompt. */
    <T> Optional<T> answer(String tool, Codec<T> codec) {
        return successes(tool)
                .filter(seen -> seen.artifact().isEmpty())
                .findFirst()
                .map(seen -> codec.decode(seen.content()));
    }
}
