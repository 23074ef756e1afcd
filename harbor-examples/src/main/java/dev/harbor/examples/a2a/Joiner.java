package dev.harbor.examples.a2a;

import com.sun.net.httpserver.HttpServer;
import dev.harbor.artifacts.Artifacts;
import dev.harbor.identity.Identity;
import dev.harbor.journal.InMemoryJournal;
import dev.harbor.journal.Journal;
import dev.harbor.json.Json;
import dev.harbor.pause.PauseReason;
import dev.harbor.pause.Resolution;
import dev.harbor.plan.Decision;
import dev.harbor.plan.Observation;
import dev.harbor.plan.PlanContext;
import dev.harbor.runtime.Caller;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.ResolvedPause;
import dev.harbor.runtime.RunRequest;
import dev.harbor.runtime.RunResult;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolOutcome;
import dev.harbor.tools.a2a.A2aAccess;
import dev.harbor.tools.a2a.A2aTools;
import dev.harbor.tools.a2a.server.A2aServer;
import dev.harbor.tools.a2a.server.A2aSkill;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Is a joiner who is served as an agent: a run of his asks how many, and a tool of his tells what they cost. Another runtime is his customer. */
public final class Joiner implements AutoCloseable {

    private static final String AT = "/joiner";
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final HttpServer http;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HarborRuntime runtime;
    private final A2aServer agent;

    private Joiner() throws IOException {
        http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 16);
        Journal journal = InMemoryJournal.create();
        runtime = HarborRuntime.builder()
                .artifacts(Artifacts.memory())
                .journal(journal)
                .planner(Joiner::next)
                .tools(Tool.of("joiner.price", Order.class, Price.class, Joiner::price)
                        .description("Says what things of wood cost")
                        .effect(SideEffect.PURE))
                .build();
        // A real service looks at the token; on this machine everybody is one customer.
        agent = A2aServer.builder(
                        runtime, journal, url(), request -> Optional.of(Identity.of("wood", "customer", "counter")))
                .describe("Joiner", "Makes things of wood", "1.0.0")
                .skill(A2aSkill.run(
                        "quote", "Quote", "Says what a job costs", message -> RunRequest.goal(message.text())))
                .skill(A2aSkill.tool("price", "Price", "Says what things cost", "joiner.price"))
                .build();
        http.createContext(AT, new AgentMount(AT, agent));
        http.setExecutor(threads);
        http.start();
    }

    /** Is an order. */
    record Order(String what, int howMany) {}

    /** Is what it costs. */
    record Price(String text) {}

    private static Price price(Order order) {
        return new Price(order.howMany() + " times " + order.what() + " cost " + 120 * order.howMany());
    }

    /** Asks how many, and has the price looked up. */
    private static Decision next(PlanContext context) {
        List<Observation> seen = new ArrayList<>();
        context.trajectory().steps().forEach(step -> seen.addAll(step.observations()));
        Optional<Observation> answer =
                seen.stream().filter(each -> each.status().equals("input")).findFirst();
        Optional<Observation> price =
                seen.stream().filter(Observation::isSuccess).findFirst();
        if (price.isPresent()) {
            return Decision.finish(price.get().content().get("text").orElseThrow());
        }
        return answer.map(each -> lookUp(context.goal(), each.content()))
                .orElseGet(() -> new Decision.RequestPause(PauseReason.AWAIT_INPUT, "How many?", Json.EMPTY_OBJECT));
    }

    private static Decision lookUp(String what, Json answer) {
        int howMany = Integer.parseInt(answer.asString().strip());
        return Decision.call("joiner.price", Json.of(Map.of("what", what, "howMany", howMany)));
    }

    /** Opens for customers on this machine. */
    public static Joiner open() throws IOException {
        return new Joiner();
    }

    /** Returns where he is. */
    public String url() {
        return "http://127.0.0.1:" + http.getAddress().getPort() + AT;
    }

    @Override
    public void close() {
        agent.close();
        http.stop(0);
        threads.shutdownNow();
        runtime.close();
    }

    /** Opens, and has a customer of another runtime ask. */
    public static void main(String[] arguments) throws IOException {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        try (Joiner joiner = Joiner.open();
                A2aAccess access = A2aAccess.builder().allowLoopback().build();
                HarborRuntime customer = HarborRuntime.builder()
                        .artifacts(Artifacts.memory())
                        .journal(InMemoryJournal.create())
                        .source(A2aTools.agent("joiner", joiner.url())
                                .access(access)
                                .build())
                        .build()) {
            ask(customer.as(Identity.of("acme", "ada", "session-1")), out);
        }
    }

    private static void ask(Caller ada, PrintStream out) {
        ToolOutcome<Json> asked = ada.call("joiner_quote", Json.of(Map.of("message", "oak doors")));
        ToolOutcome.Paused<Json> paused = (ToolOutcome.Paused<Json>) asked;
        out.println(paused.reason());
        ResolvedPause answered = ada.resolvePause(paused.token(), Resolution.resume("ada", Json.of("3")));
        RunResult end = Objects.requireNonNull(answered.run()).await(PATIENCE);
        out.println(end.result().get("text").orElseThrow().asString());
    }
}
