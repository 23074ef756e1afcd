package dev.harbor.examples.approvals;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import dev.harbor.access.ApprovalPolicy;
import dev.harbor.access.CredentialProvider;
import dev.harbor.artifacts.Artifacts;
import dev.harbor.error.HarborException;
import dev.harbor.examples.approvals.Guests.Guest;
import dev.harbor.json.Json;
import dev.harbor.oauth.ClientRegistration;
import dev.harbor.oauth.ConsentAnswer;
import dev.harbor.oauth.OAuthClient;
import dev.harbor.oauth.OAuthProvider;
import dev.harbor.pause.Pause;
import dev.harbor.pause.Resolution;
import dev.harbor.plan.Decision;
import dev.harbor.plan.PlanContext;
import dev.harbor.run.Run;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.RunRequest;
import dev.harbor.seal.SealingKeys;
import dev.harbor.store.jdbc.JdbcJournal;
import dev.harbor.store.jdbc.JdbcTokenStore;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tools.http.HttpAccess;
import dev.harbor.tools.http.HttpAuth;
import dev.harbor.tools.http.HttpTool;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Serves one page to a browser on this machine: a person starts runs, sees what waits, approves it, edits its arguments or rejects it, and gives access to a calendar
 * that belongs to somebody else. The journal and the tokens lie in files; what waits survives the program.
 */
public final class ApprovalDesk implements AutoCloseable {

    private final Guests guests = new Guests();
    private final AtomicInteger paid = new AtomicInteger();
    private final ExecutorService threads = Executors.newFixedThreadPool(8);
    private final HttpServer server;
    private final CalendarServer calendar;
    private final OAuthClient oauth;
    private final HttpAccess access;
    private final HarborRuntime runtime;

    private ApprovalDesk(Path folder, int port) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        URI redirectUri = address().resolve("/oauth/callback");
        calendar = new CalendarServer(redirectUri);
        oauth = oauth(folder, redirectUri);
        access = HttpAccess.builder()
                .allowLoopback()
                .credentials(oauth.credentials())
                .build();
        runtime = runtime(folder);
        serve("/", this::desk);
        serve("/start", this::start);
        serve("/decide", this::decide);
        serve("/oauth/callback", this::callback);
        server.setExecutor(threads);
        server.start();
    }

    /**
     * Starts a desk.
     *
     * @param folder where journal, artifacts and tokens lie
     * @param port where it listens; 0 for any free port
     * @throws IOException if it can't listen there
     */
    public static ApprovalDesk start(Path folder, int port) throws IOException {
        return new ApprovalDesk(folder, port);
    }

    private OAuthClient oauth(Path folder, URI redirectUri) throws IOException {
        SealingKeys keys = SealingKeys.of("desk", key(folder.resolve("desk.key")));
        return OAuthClient.builder(keys, JdbcTokenStore.sqlite(folder.resolve("desk.db")))
                .provider(OAuthProvider.builder("calendar")
                        .issuer(calendar.issuer())
                        .client(ClientRegistration.secretBasic(CalendarServer.CLIENT, "CALENDAR"))
                        .redirectUri(redirectUri)
                        .scope("calendar.write", "write")
                        .build())
                .secrets(CredentialProvider.of(Map.of("CALENDAR", CalendarServer.SECRET)))
                .allowLoopback()
                .build();
    }

    /** A service takes its key from where it keeps its secrets; here a file has to do. */
    private static byte[] key(Path file) throws IOException {
        if (Files.exists(file)) {
            return Files.readAllBytes(file);
        }
        byte[] key = new byte[SealingKeys.KEY_BYTES];
        new SecureRandom().nextBytes(key);
        Files.createDirectories(file.toAbsolutePath().getParent());
        return Files.readAllBytes(Files.write(file, key));
    }

    private HarborRuntime runtime(Path folder) {
        Tool<Transfer, Transfer> transfer = Tool.<Transfer, Transfer>of(
                        "money.transfer", Transfer.class, Transfer.class, this::pay)
                .effect(SideEffect.WRITE);
        HttpTool appoint = HttpTool.post("calendar.appoint", calendar.issuer() + "/events")
                .effect(SideEffect.WRITE)
                .authScopes("calendar.write")
                .auth(HttpAuth.bearer("calendar"))
                .build();
        return HarborRuntime.builder()
                .tools(transfer, appoint.over(access))
                .access(ApprovalPolicy.builder()
                        .tools("money.transfer")
                        .reason("may this money be sent?")
                        .build())
                .scopes(oauth.scopes())
                .consents(oauth.consents())
                .planner(ApprovalDesk::next)
                .artifacts(Artifacts.files(folder.resolve("artifacts")))
                .journal(JdbcJournal.sqlite(folder.resolve("desk.db")))
                .build();
    }

    /** What is sent to whom. */
    record Transfer(String to, int amount) {}

    private Transfer pay(Transfer transfer) {
        paid.addAndGet(transfer.amount());
        return transfer;
    }

    private static Decision next(PlanContext context) {
        if (context.trajectory().size() > 0) {
            return Decision.finish(Json.of("done"));
        }
        return context.goal().startsWith("pay")
                ? Decision.call("money.transfer", Json.of(Map.of("to", "eve", "amount", 700)))
                : Decision.call("calendar.appoint", Json.EMPTY_OBJECT);
    }

    /** Returns where the page is. */
    public URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
    }

    /** Returns how much money was sent. */
    int paid() {
        return paid.get();
    }

    /** Returns how many events the calendar has. */
    int events() {
        return calendar.events();
    }

    /** Returns what no page, file or line of a log may show. */
    Set<String> secrets() {
        return calendar.secrets();
    }

    private void serve(String path, HttpHandler handler) {
        server.createContext(path, exchange -> {
            try (exchange) {
                answer(exchange, handler);
            }
        });
    }

    private static void answer(HttpExchange exchange, HttpHandler handler) throws IOException {
        try {
            handler.handle(exchange);
        } catch (HarborException | IllegalArgumentException e) {
            Form.page(exchange, 400, "<p id=problem>" + Form.escaped(String.valueOf(e.getMessage())));
        }
    }

    private void desk(HttpExchange exchange) throws IOException {
        Guest guest = guests.of(exchange);
        List<Pause> waiting = runtime.as(guest.identity()).pauses();
        List<Run> runs = guest.runs().stream()
                .flatMap(run -> runtime.as(guest.identity()).run(run).stream())
                .toList();
        Form.page(exchange, 200, DeskPages.desk(guest, waiting, runs));
    }

    private void start(HttpExchange exchange) throws IOException {
        Guest guest = guests.of(exchange);
        Map<String, String> form = sent(exchange, guest);
        RunRequest request = RunRequest.goal(form.getOrDefault("goal", ""));
        guest.runs().add(runtime.as(guest.identity()).start(request).runId());
        Form.redirect(exchange, "/");
    }

    private void decide(HttpExchange exchange) throws IOException {
        Guest guest = guests.of(exchange);
        Map<String, String> form = sent(exchange, guest);
        Optional<Pause> pause = runtime.as(guest.identity()).pauses().stream()
                .filter(each -> each.id().equals(form.get("pause")))
                .findFirst();
        if (pause.isPresent()) {
            runtime.operator().resolvePause(pause.get().id(), resolution(guest, form));
        }
        Form.redirect(exchange, "/");
    }

    private static Resolution resolution(Guest guest, Map<String, String> form) {
        String who = guest.identity().user();
        if (!"approve".equals(form.get("decision"))) {
            return Resolution.reject(who);
        }
        String arguments = form.getOrDefault("arguments", "");
        Resolution approval = Resolution.approve(who);
        return arguments.equals(form.get("shown")) ? approval : approval.arguments(Json.parse(arguments));
    }

    private static Map<String, String> sent(HttpExchange exchange, Guest guest) throws IOException {
        Map<String, String> form = Form.body(exchange);
        if (!exchange.getRequestMethod().equals("POST") || !guest.proof().equals(form.get("proof"))) {
            throw new IllegalArgumentException("this was not sent from the page");
        }
        return form;
    }

    private void callback(HttpExchange exchange) throws IOException {
        String query = exchange.getRequestURI().getRawQuery();
        oauth.callback(runtime)
                .complete(guests.of(exchange).identity(), ConsentAnswer.parse(query == null ? "" : query));
        Form.redirect(exchange, "/");
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
        runtime.close();
        access.close();
        oauth.close();
        calendar.close();
    }

    /** Serves until the program is ended. */
    public static void main(String[] args) throws IOException {
        Path folder = args.length > 0 ? Path.of(args[0]) : Files.createTempDirectory("approval-desk");
        ApprovalDesk desk = start(folder, 8080);
        Runtime.getRuntime().addShutdownHook(new Thread(desk::close));
    }
}
