package dev.harbor.tools.a2a.server;

import dev.harbor.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Speaks to a served agent as plainly as can be: one request, one answer, nothing in between. */
final class Wire {

    private static final AtomicInteger MESSAGES = new AtomicInteger();

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final String url;
    private final String token;

    Wire(Site site, String token) {
        this(site.url(), token);
    }

    Wire(String url, String token) {
        this.url = url;
        this.token = token;
    }

    static Map<String, Object> message(String text) {
        Map<String, Object> message = new LinkedHashMap<>();
        message.put("messageId", "m-" + MESSAGES.incrementAndGet());
        message.put("role", "ROLE_USER");
        message.put("parts", List.of(Map.of("text", text)));
        return message;
    }

    /** Says something in a conversation. */
    static Map<String, Object> said(String context, String text) {
        Map<String, Object> message = message(text);
        message.put("contextId", context);
        message.put("metadata", Map.of("https://harbor.dev/a2a/skill", "talk"));
        return message;
    }

    static Map<String, Object> answer(Json task, String text) {
        Map<String, Object> message = message(text);
        message.put("taskId", text(task, "/id"));
        return message;
    }

    static String text(Json json, String pointer) {
        return json.at(pointer)
                .orElseThrow(() -> new AssertionError(pointer + " in " + json))
                .asString();
    }

    static String state(Json task) {
        return text(task, "/status/state");
    }

    HttpResponse<String> raw(String method, String path, String body, String... headers) throws Exception {
        return client.send(request(method, path, body, headers), HttpResponse.BodyHandlers.ofString());
    }

    private HttpRequest request(String method, String path, String body, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + path))
                .timeout(Duration.ofMinutes(2))
                .header("Authorization", "Bearer " + token)
                .method(
                        method,
                        body.isEmpty()
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofString(body));
        for (int i = 0; i < headers.length; i += 2) {
            request.setHeader(headers[i], headers[i + 1]);
        }
        return request.build();
    }

    private static final String[] USUAL = {"Content-Type", "application/json", "A2A-Version", "1.0"};

    static Json envelope(String method, Object params) {
        return Json.of(Map.of("jsonrpc", "2.0", "id", 7, "method", method, "params", params));
    }

    Json rpc(String method, Object params) throws Exception {
        return Json.parse(
                raw("POST", "", envelope(method, params).toString(), USUAL).body());
    }

    Json result(String method, Object params) throws Exception {
        Json answer = rpc(method, params);
        return answer.get("result").orElseThrow(() -> new AssertionError(answer));
    }

    int error(String method, Object params) throws Exception {
        Json answer = rpc(method, params);
        return answer.at("/error/code")
                .orElseThrow(() -> new AssertionError(answer))
                .asInt();
    }

    Json send(String text) throws Exception {
        return send(message(text));
    }

    Json send(Map<String, Object> message) throws Exception {
        return result("SendMessage", Map.of("message", message)).get("task").orElseThrow();
    }

    Json sendAndGo(Map<String, Object> message) throws Exception {
        return result("SendMessage", Map.of("message", message, "configuration", Map.of("returnImmediately", true)))
                .get("task")
                .orElseThrow();
    }

    Json task(String id) throws Exception {
        return result("GetTask", Map.of("id", id));
    }

    Json task(Json task) throws Exception {
        return task(text(task, "/id"));
    }

    /** Is a stream that is heard event by event. */
    final class Stream implements AutoCloseable {

        private final InputStream body;
        private final BufferedReader lines;

        Stream(String method, Object params) throws Exception {
            HttpResponse<InputStream> response = client.send(
                    request("POST", "", envelope(method, params).toString(), USUAL),
                    HttpResponse.BodyHandlers.ofInputStream());
            body = response.body();
            lines = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8));
        }

        /** Returns the next event; JSON null at the end. */
        Json next() throws IOException {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("data: ")) {
                    return Json.parse(line.substring("data: ".length()))
                            .get("result")
                            .orElseThrow();
                }
            }
            return Json.NULL;
        }

        List<Json> rest() throws IOException {
            List<Json> events = new ArrayList<>();
            for (Json event = next(); !event.isNull(); event = next()) {
                events.add(event);
            }
            return events;
        }

        @Override
        public void close() throws IOException {
            body.close();
        }
    }
}
