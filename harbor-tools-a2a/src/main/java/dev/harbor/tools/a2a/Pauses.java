package dev.harbor.tools.a2a;

import dev.harbor.access.ConsentProvider;
import dev.harbor.json.Json;
import dev.harbor.tool.ToolSuspended;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Makes what a call throws whose remote task waits for somebody, or goes on without it. */
final class Pauses {

    private static final int LONGEST = 1500;
    private static final int MOST_DATA_BYTES = 32 << 10;

    /** How often a call looks for itself at what it waits for; after that it waits for a person. */
    private static final int MOST_LOOKS = 90;

    private Pauses() {}

    static ToolSuspended question(AgentCard card, RemoteTask task, Parked state) {
        String words = words(task, "(it asks without words)");
        return ToolSuspended.awaitInput("the remote agent '" + card.title() + "' asks: " + words, payload(card, task))
                .state(state.toJson())
                .hearsRefusal();
    }

    /** Is looked at again by itself, since the agent may go on without being told. */
    static ToolSuspended authorise(AgentCard card, RemoteTask task, Parked state, int number, A2aLimits limits) {
        String words = words(task, "(it does not say how)");
        ToolSuspended waits = ToolSuspended.externalEvent(
                "the remote agent '" + card.title() + "' waits to be authorised: " + words, payload(card, task));
        return watched(waits.state(state.toJson()).hearsRefusal(), number, limits);
    }

    static ToolSuspended detached(AgentCard card, RemoteTask task, Parked state, int number, A2aLimits limits) {
        ToolSuspended waits = ToolSuspended.externalEvent(
                "the remote agent '" + card.title() + "' goes on working: " + words(task, "(it does not say at what)"),
                payload(card, task));
        return watched(waits.state(state.toJson()).hearsRefusal(), number, limits);
    }

    /** Nothing was done yet; who has other credentials resumes the call. */
    static ToolSuspended unauthorised(Unauthorized refused, Parked state) {
        return ToolSuspended.externalEvent(String.valueOf(refused.getMessage()), Json.EMPTY_OBJECT)
                .state(state.toJson());
    }

    static ToolSuspended consent(ConsentProvider.Consent consent, Parked state) {
        return ToolSuspended.externalEvent(Words.cut(consent.message(), LONGEST), consent.payload())
                .state(state.toJson());
    }

    private static ToolSuspended watched(ToolSuspended waits, int number, A2aLimits limits) {
        return isLook(number) ? waits.expiresAfter(next(number, limits)) : waits;
    }

    /** Tells whether a pause that ran out is a look at the task rather than the end of the patience. */
    static boolean isLook(int number) {
        return number < MOST_LOOKS;
    }

    private static Duration next(int number, A2aLimits limits) {
        Duration grown = limits.firstWatch().multipliedBy(1L << Math.min(number, 20));
        return grown.compareTo(limits.longestWatch()) > 0 ? limits.longestWatch() : grown;
    }

    private static String words(RemoteTask task, String otherwise) {
        String words = Words.text(task.status().text(), LONGEST);
        return words.isEmpty() ? otherwise : words;
    }

    /** Returns what a person needs to answer: the words and the form of the agent. */
    private static Json payload(AgentCard card, RemoteTask task) {
        Map<String, Object> payload = new LinkedHashMap<>();
        payload.put("agent", card.title());
        payload.put("task", Words.line(task.id()));
        payload.put("state", task.state().wireName());
        payload.put("text", words(task, ""));
        List<Json> data = data(task);
        if (!data.isEmpty()) {
            payload.put("data", data);
        }
        return Json.of(payload);
    }

    private static List<Json> data(RemoteTask task) {
        RemoteMessage message = task.status().message();
        List<Json> data = new ArrayList<>();
        int left = MOST_DATA_BYTES;
        for (Part part : message == null ? List.<Part>of() : message.parts()) {
            left -= part.data().sizeBytes();
            if (part.kind() == Part.Kind.DATA && left >= 0) {
                data.add(part.data());
            }
        }
        return data;
    }
}
