package dev.harbor.tools.a2a;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/** Is a task of the fake agent, in the shape of 1.0. */
final class FakeTask {

    final String id;
    final String contextId;
    final CountDownLatch cancelled = new CountDownLatch(1);
    final CountDownLatch authorised = new CountDownLatch(1);
    final CountDownLatch finish = new CountDownLatch(1);
    final List<String> received = new CopyOnWriteArrayList<>();
    private final List<Map<String, Object>> artifacts = new ArrayList<>();
    private final List<Object> history = new ArrayList<>();
    private String state = "TASK_STATE_SUBMITTED";
    private String text = "";
    private List<Map<String, Object>> statusParts = List.of();
    private int stamp;

    FakeTask(String id, String contextId) {
        this.id = id;
        this.contextId = contextId;
    }

    synchronized Map<String, Object> state(String now, String words) {
        return state(now, words, List.of());
    }

    /** Changes the state and returns the event that tells of it. */
    synchronized Map<String, Object> state(String now, String words, List<Map<String, Object>> more) {
        state = now.startsWith("TASK_") || now.startsWith("X_") ? now : "TASK_STATE_" + now;
        text = words;
        statusParts = more;
        stamp++;
        return Map.of("statusUpdate", Map.of("taskId", id, "contextId", contextId, "status", status()));
    }

    synchronized boolean is(String name) {
        return state.endsWith(name);
    }

    synchronized Map<String, Object> artifact(String artifactId, boolean append, List<Map<String, Object>> parts) {
        Map<String, Object> known = artifacts.stream()
                .filter(each -> append && artifactId.equals(each.get("artifactId")))
                .findFirst()
                .orElse(null);
        if (known == null) {
            Map<String, Object> made = new LinkedHashMap<>();
            made.put("artifactId", artifactId);
            made.put("name", "n-" + artifactId);
            made.put("parts", new ArrayList<>(parts));
            artifacts.add(made);
        } else {
            @SuppressWarnings("unchecked")
            List<Map<String, Object>> all = (List<Map<String, Object>>) known.get("parts");
            all.addAll(parts);
        }
        Map<String, Object> change = Map.of("artifactId", artifactId, "name", "n-" + artifactId, "parts", parts);
        return Map.of(
                "artifactUpdate", Map.of("taskId", id, "contextId", contextId, "artifact", change, "append", append));
    }

    synchronized void remember(Object message) {
        history.add(message);
    }

    private Map<String, Object> status() {
        Map<String, Object> status = new LinkedHashMap<>();
        status.put("state", state);
        status.put("timestamp", "2026-01-01T00:00:" + String.format(java.util.Locale.ROOT, "%02d", stamp) + "Z");
        if (!text.isEmpty() || !statusParts.isEmpty()) {
            List<Map<String, Object>> parts = new ArrayList<>();
            if (!text.isEmpty()) {
                parts.add(Map.of("text", text));
            }
            parts.addAll(statusParts);
            status.put("message", message("s-" + id + '-' + stamp, parts));
        }
        return status;
    }

    static Map<String, Object> message(String messageId, List<Map<String, Object>> parts) {
        return Map.of("messageId", messageId, "role", "ROLE_AGENT", "parts", parts);
    }

    synchronized Map<String, Object> snapshot() {
        Map<String, Object> task = new LinkedHashMap<>();
        task.put("id", id);
        task.put("contextId", contextId);
        task.put("status", status());
        task.put("artifacts", new ArrayList<>(artifacts));
        task.put("history", new ArrayList<>(history));
        return task;
    }
}
