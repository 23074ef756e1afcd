package dev.harbor.examples;

import dev.harbor.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.awaitility.Awaitility;

/** Is the browser of that name without a screen, driven by its own protocol. */
public final class Chromium implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final Process process;
    private final WebSocket socket;
    private final BlockingQueue<Json> answers = new LinkedBlockingQueue<>();
    private String session = "";
    private int number;

    private Chromium(Process process, URI endpoint) throws InterruptedException, ExecutionException, TimeoutException {
        this.process = process;
        this.socket = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .buildAsync(endpoint, new Ears(answers))
                .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    public static Chromium start(Path profile) throws Exception {
        Process process = new ProcessBuilder(List.of(
                        "chromium",
                        "--headless=new",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-dev-shm-usage",
                        "--no-first-run",
                        "--remote-debugging-port=0",
                        "--user-data-dir=" + profile,
                        "about:blank"))
                .redirectErrorStream(true)
                .start();
        Chromium browser = new Chromium(process, endpoint(process));
        String target = browser.ask("Target.createTarget", Map.of("url", "about:blank"))
                .get("targetId")
                .orElseThrow()
                .asString();
        browser.session = browser.ask("Target.attachToTarget", Map.of("targetId", target, "flatten", true))
                .get("sessionId")
                .orElseThrow()
                .asString();
        return browser;
    }

    private static URI endpoint(Process process) throws IOException {
        BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.startsWith("DevTools listening on ")) {
                Thread drain = new Thread(() -> lines.lines().forEach(ignored -> {}), "chromium-output");
                drain.setDaemon(true);
                drain.start();
                return URI.create(line.substring("DevTools listening on ".length()));
            }
        }
        throw new IllegalStateException("chromium did not start");
    }

    /** Hears what the browser says. */
    private static final class Ears implements WebSocket.Listener {

        private final BlockingQueue<Json> answers;
        private final StringBuilder text = new StringBuilder();

        Ears(BlockingQueue<Json> answers) {
            this.answers = answers;
        }

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
            text.append(part);
            if (last) {
                answers.add(Json.parse(text.toString()));
                text.setLength(0);
            }
            from.request(1);
            return null;
        }
    }

    private Json ask(String method, Map<String, ?> parameters) {
        number++;
        Json message = session.isEmpty()
                ? Json.of(Map.of("id", number, "method", method, "params", parameters))
                : Json.of(Map.of("id", number, "method", method, "params", parameters, "sessionId", session));
        try {
            socket.sendText(message.toString(), true).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            while (true) {
                Json answer = answers.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
                if (answer == null) {
                    throw new AssertionError("no answer to " + method);
                }
                if (answer.get("id").filter(id -> id.asInt() == number).isPresent()) {
                    return answer.get("result").orElseThrow(() -> new AssertionError(answer.toString()));
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        } catch (ExecutionException | TimeoutException e) {
            throw new AssertionError("chromium is gone", e);
        }
    }

    public void open(URI address) {
        ask("Page.navigate", Map.of("url", address.toString()));
        awaitText("");
    }

    /** Runs a script on the page; what it gives is a text. A page that is being replaced has none. */
    public String script(String script) {
        Json result = ask("Runtime.evaluate", Map.of("expression", "String(" + script + ")", "returnByValue", true));
        return result.at("/result/value").map(Json::asString).orElse("");
    }

    public void click(String selector) {
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> script("!!document.querySelector('" + selector + "') && document.readyState == 'complete'")
                        .equals("true"));
        script("document.querySelector('" + selector + "').click()");
    }

    /** Waits until the page shows a text, looking anew each time with a button or link that is given. */
    public void awaitText(String text) {
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() ->
                        script("document.body ? document.body.innerText : ''").contains(text));
    }

    /** Draws the page as a window of some size shows it. */
    public void draw(Path file, int width, int height, boolean isDark) throws IOException {
        ask(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
        ask("Emulation.setScrollbarsHidden", Map.of("hidden", true));
        String scheme = isDark ? "dark" : "light";
        ask(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
        Json drawn = ask("Page.captureScreenshot", Map.of("format", "png", "optimizeForSpeed", false));
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.write(
                file, Base64.getDecoder().decode(drawn.get("data").orElseThrow().asString()));
    }

    @Override
    public void close() {
        socket.abort();
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        try {
            process.waitFor(30, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
