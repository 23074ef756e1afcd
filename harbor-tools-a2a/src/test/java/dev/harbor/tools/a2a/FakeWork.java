package dev.harbor.tools.a2a;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Is what the fake agent does with one message. */
final class FakeWork {

    private final FakeAgent agent;
    private final FakeTask task;
    private final FakeAgent.Answer answer;
    private final boolean stream;
    private final String word;
    private final String rest;
    private final boolean followUp;

    private FakeWork(
            FakeAgent agent, FakeTask task, FakeAgent.Answer answer, boolean stream, String text, boolean followUp) {
        this.agent = agent;
        this.task = task;
        this.answer = answer;
        this.stream = stream;
        String[] split = text.split(" ", 2);
        this.word = split[0];
        this.rest = split.length > 1 ? split[1] : "";
        this.followUp = followUp;
    }

    static FakeWork of(
            FakeAgent agent, FakeTask task, FakeAgent.Answer answer, boolean stream, String text, boolean followUp) {
        return new FakeWork(agent, task, answer, stream, text, followUp);
    }

    void run() throws IOException, InterruptedException {
        if (followUp) {
            answered();
            return;
        }
        switch (word) {
            case "echo" -> message(rest);
            case "parts" -> parts();
            case "chunks" -> chunks();
            case "status" -> finish("COMPLETED", rest);
            case "empty" -> finish("COMPLETED", "");
            case "fail" -> fail();
            case "reject" -> finish("REJECTED", "not my job");
            case "gone" -> finish("CANCELED", "somebody else did");
            case "ask", "ask2" -> ask();
            case "auth" -> auth();
            case "slow" -> slow();
            case "drop" -> drop();
            case "eof" -> eof();
            case "strange" -> strange();
            case "unheard" -> {
                agent.tasks.put(task.id, task);
                task.state("COMPLETED", "done unheard");
                throw new IOException("the connection breaks before the answer");
            }
            case "lost" -> throw new IOException("the connection breaks after the work was done");
            case "big" -> artifactText("x".repeat(Integer.parseInt(rest) * 1024));
            case "long" -> longEvent();
            case "error" -> answer.error(Integer.parseInt(rest), "no\u202e, says\nthe peer with t0ken-4711-secret");
            case "http" -> FakeAgent.send(answer.exchange, Integer.parseInt(rest), "text/html", "<h1>stack trace</h1>");
            default -> broken();
        }
    }

    private void broken() throws IOException, InterruptedException {
        switch (word) {
            case "html" -> FakeAgent.send(answer.exchange, 200, "text/html", "<html>login</html>");
            case "badjson" -> FakeAgent.send(answer.exchange, 200, "application/json", "{\"jsonrpc\":");
            case "wrongid" -> {
                answer.id = "somebody else's";
                message("for somebody else");
            }
            case "notask" -> item(Map.of("shiny", true));
            case "nothing" -> {
                answer.raw(": only a comment\n\n");
                answer.endStream();
            }
            case "redirect" -> {
                answer.exchange.getResponseHeaders().add("Location", agent.url() + "/elsewhere");
                FakeAgent.send(answer.exchange, 307, "text/plain", "");
            }
            case "silent" -> agent.closing.await(1, TimeUnit.MINUTES);
            case "flood" -> flood();
            case "endless" -> endless();
            case "badevent" -> {
                begin();
                answer.raw("data: {not json\n\n");
                answer.endStream();
            }
            default -> message(word + (rest.isEmpty() ? "" : " " + rest));
        }
    }

    private void message(String text) throws IOException {
        Map<String, Object> message =
                new java.util.LinkedHashMap<>(FakeTask.message("m-" + task.id, List.of(Map.of("text", text))));
        message.put("contextId", task.contextId);
        item(Map.of("message", message));
    }

    /** Answers once, be it as a stream of one. */
    private void item(Map<String, Object> item) throws IOException {
        if (stream) {
            answer.event(item);
            answer.endStream();
        } else {
            answer.single(item);
        }
    }

    /** Begins a task; without streams the answer is there at once, and the task has to be looked up. */
    private void begin() throws IOException {
        agent.tasks.put(task.id, task);
        if (stream) {
            answer.event(Map.of("task", task.snapshot()));
            answer.event(task.state("WORKING", "on it"));
        } else {
            task.state("WORKING", "on it");
        }
    }

    private void tell(Map<String, Object> event) throws IOException {
        if (stream) {
            answer.event(event);
        }
    }

    private void end() throws IOException {
        if (stream) {
            answer.endStream();
        } else {
            answer.single(Map.of("task", task.snapshot()));
        }
    }

    private void finish(String state, String text) throws IOException {
        begin();
        tell(task.state(state, text));
        end();
    }

    private void parts() throws IOException {
        begin();
        tell(task.artifact("a1", false, List.of(Map.of("text", "words"))));
        tell(task.artifact(
                "a2",
                false,
                List.of(
                        Map.of(
                                "raw",
                                FakeAgent.base64("bytes of a file"),
                                "filename",
                                "../../etc/report.txt",
                                "mediaType",
                                "text/plain"),
                        Map.of(
                                "url",
                                "https://files.example/x.pdf",
                                "filename",
                                "x.pdf",
                                "mediaType",
                                "application/pdf"),
                        Map.of("data", Map.of("answer", 42)),
                        Map.of("hologram", "?"))));
        tell(task.state("COMPLETED", "here you are"));
        end();
    }

    private void chunks() throws IOException {
        begin();
        tell(task.artifact("a", false, List.of(Map.of("text", "hel"))));
        tell(task.artifact("a", true, List.of(Map.of("text", "lo "))));
        tell(task.artifact("a", true, List.of(Map.of("text", "world"))));
        tell(task.state("COMPLETED", "done"));
        end();
    }

    private void artifactText(String text) throws IOException {
        begin();
        tell(task.artifact("a", false, List.of(Map.of("text", text))));
        tell(task.state("COMPLETED", ""));
        end();
    }

    private void longEvent() throws IOException {
        begin();
        // What comes as an event is too long, and what is looked up is not.
        answer.raw("data: " + "x".repeat(70_000) + "\n\n");
        task.artifact("a", false, List.of(Map.of("text", "looked up")));
        task.state("COMPLETED", "");
        answer.endStream();
    }

    private void fail() throws IOException {
        begin();
        tell(task.artifact("half", false, List.of(Map.of("raw", FakeAgent.base64("half of it")))));
        tell(task.state("FAILED", "the oven \u0007broke"));
        end();
    }

    private void ask() throws IOException {
        begin();
        tell(task.state("INPUT_REQUIRED", "which colour?", List.of(Map.of("data", Map.of("form", "colour")))));
        end();
    }

    private void answered() throws IOException {
        task.received.add(word + (rest.isEmpty() ? "" : " " + rest));
        if (stream) {
            // As others do: the task as it was, question and all, comes first.
            answer.event(Map.of("task", task.snapshot()));
        }
        boolean again = word.equals("maybe");
        tell(task.state("WORKING", "thanks"));
        if (again) {
            tell(task.state("INPUT_REQUIRED", "are you sure?"));
        } else {
            tell(task.artifact("a", false, List.of(Map.of("text", "painted " + String.join(", ", task.received)))));
            tell(task.state("COMPLETED", ""));
        }
        end();
    }

    private void auth() throws IOException {
        begin();
        tell(task.state("AUTH_REQUIRED", "log in at the desk", List.of(Map.of("data", Map.of("url", "https://x")))));
        end();
    }

    private void slow() throws IOException, InterruptedException {
        begin();
        if (!stream) {
            end();
            return;
        }
        task.finish.await(1, TimeUnit.MINUTES);
        end();
    }

    /** Breaks off in the middle; the task is over all the same. */
    private void drop() throws IOException {
        begin();
        tell(task.artifact("a", false, List.of(Map.of("text", "first "))));
        task.artifact("a", true, List.of(Map.of("text", "second")));
        task.state("COMPLETED", "");
        if (stream) {
            answer.exchange.close();
        } else {
            end();
        }
    }

    /** Ends the stream soundly while the task goes on, for ever. */
    private void eof() throws IOException {
        begin();
        end();
    }

    private void strange() throws IOException {
        begin();
        tell(task.state("X_MEDITATING", "ohm"));
        end();
    }

    private void flood() throws IOException {
        String line = "x".repeat(1 << 16);
        answer.exchange.getResponseHeaders().set("Content-Type", "application/json");
        answer.exchange.sendResponseHeaders(200, 0);
        for (int i = 0; i < 1024; i++) {
            answer.exchange.getResponseBody().write(line.getBytes(java.nio.charset.StandardCharsets.US_ASCII));
        }
    }

    private void endless() throws IOException {
        begin();
        for (int i = 0; agent.closing.getCount() > 0 && i < 100_000; i++) {
            answer.event(task.state("WORKING", "step " + i + " " + "x".repeat(1000)));
        }
    }
}
