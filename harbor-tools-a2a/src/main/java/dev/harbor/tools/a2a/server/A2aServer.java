package dev.harbor.tools.a2a.server;

import dev.harbor.identity.Identity;
import dev.harbor.journal.Journal;
import dev.harbor.json.Json;
import dev.harbor.runtime.HarborRuntime;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves a runtime as an agent of A2A 1.0, over JSON-RPC and HTTP+JSON. It belongs to no framework: whatever serves its address hands over each request and sends what
 * comes back.
 *
 * <pre>{@code
 * A2aServer server = A2aServer.builder(runtime, journal, "https://agents.example/quotes", request -> identityOf(request))
 *         .describe("Quotes", "Says what jobs cost", "1.0.0")
 *         .skill(A2aSkill.run("quote", "Quote", "Says what a job costs", message -> RunRequest.goal(message.text())))
 *         .build();
 * try (A2aResponse response = server.handle(A2aRequest.of(method, path, query, headers, body))) {
 *     // send response.status() and response.headers(), then response.writeTo(out)
 * }
 * }</pre>
 *
 * <p>A message begins a task, and a task is a run: durable, budgeted and governed like any other. A message is on record before anything is done for it, and one that
 * comes twice is carried out once. A skill can be a conversation too: then the messages of a context go to one loop, in order, and each task is a turn of it. A run that asks ({@code await_input}) is a task that asks, and the message that answers it lets the run go on. A task exists only for the
 * identity that made it.
 *
 * <p>Thread-safe. Close it before the runtime that it serves; tasks go on when they are served again.
 */
public final class A2aServer implements AutoCloseable {

    /** The version of the protocol that is spoken: {@value}. */
    public static final String VERSION = "1.0";

    /** How often it looks for what was left to be done when nothing is set: 5 seconds. */
    public static final Duration DEFAULT_SWEEP = Duration.ofSeconds(5);

    private static final Logger LOG = LoggerFactory.getLogger(A2aServer.class);

    private final A2aAuthenticator authenticator;
    private final CardPage card;
    private final RpcEdge rpc;
    private final RestEdge rest;
    private final Changes changes = new Changes();
    private final Places places;
    private final Names names;
    private final ServedLoops loops;
    private final Sweep sweep;
    private final @Nullable Pushes pushes;

    private A2aServer(Builder from) {
        TaskLog log = new TaskLog(from.journal, from.url, "a2a/" + UUID.randomUUID());
        Served served = new Served(from.runtime, log, new Skills(from.skills), from.limits, from.url, from.clock);
        names = new Names(from.url);
        loops = new ServedLoops(served, changes);
        Driver driver = new Driver(served, loops, changes);
        Tasks tasks = new Tasks(served, new TaskReader(from.approving), driver, changes);
        authenticator = from.authenticator;
        card = new CardPage(from.card(served.skills()), from.cardAge.toSeconds());
        pushes = from.webhooks == null ? null : new Pushes(from.webhooks, served, tasks);
        Operations operations = new Operations(tasks, new TaskWriter(from.limits), from.limits, pushes);
        places = new Places(from.limits);
        Edge edge = new Edge(from.limits, places);
        rpc = new RpcEdge(operations, edge);
        rest = new RestEdge(operations, edge);
        sweep = new Sweep(served, driver, loops, pushes);
        changes.listen(sweep::tell);
        sweep.start(from.every);
    }

    /**
     * Returns a builder.
     *
     * @param runtime what is served; it needs a journal, and a planner if a skill's runs bring none
     * @param journal the journal of the runtime, in which tasks are kept as well
     * @param url where callers reach the server, by https or, on this machine, by http; without a slash at its end
     * @param authenticator says who calls
     * @throws IllegalArgumentException if the address is no URL
     */
    public static Builder builder(HarborRuntime runtime, Journal journal, String url, A2aAuthenticator authenticator) {
        return new Builder(runtime, journal, url, authenticator);
    }

    /**
     * Answers a request. Blocks: on the authenticator, the journal, and, when the caller wants to wait for the end, on the task, for at most
     * {@link A2aServerLimits#longestWait()}. May be called by any number of threads.
     *
     * @throws IOException if the body can't be read
     */
    public A2aResponse handle(A2aRequest request) throws IOException {
        if (request.path().equals(CardPage.PATH)) {
            return card.answer(request);
        }
        try {
            Optional<Identity> identity = authenticator.identify(request);
            return identity.isPresent()
                    ? answer(identity.get(), request)
                    : plain(401, "the agent does not know who calls").header("WWW-Authenticate", "Bearer");
        } catch (Edge.Ended e) {
            A2aResponse answer = plain(e.status(), String.valueOf(e.getMessage()));
            return e.status() == Edge.FULL ? answer.header("Retry-After", "1") : answer;
        } catch (RuntimeException e) {
            LOG.error("a request for an agent failed", e);
            return plain(500, "the agent failed");
        }
    }

    private A2aResponse answer(Identity identity, A2aRequest request) throws IOException {
        boolean atRoot = request.path().isEmpty() || request.path().equals("/");
        if (!atRoot) {
            return rest.answer(identity, request);
        }
        return request.method().equals("POST")
                ? rpc.answer(identity, request)
                : A2aResponse.empty(405).header("Allow", "POST");
    }

    private static A2aResponse plain(int status, String message) {
        return A2aResponse.json(status, "application/json", Json.of(Map.of("message", message)));
    }

    /**
     * Returns the id of the loop that a conversation is, in the session of its caller; it need not be there. Open it with the definition of the skill, for example to install tools.
     *
     * @param skill the id of a skill that is a loop
     */
    public String loop(String skill, String contextId) {
        return names.loop(Objects.requireNonNull(skill, "skill"), Objects.requireNonNull(contextId, "contextId"));
    }

    int openLoops() {
        return loops.open();
    }

    int openStreams() {
        return places.open();
    }

    /** Ends streams and waiting callers, and leaves no thread. Runs and turns go on as long as the runtime does. May be called more than once. */
    @Override
    public void close() {
        sweep.close();
        changes.close();
        loops.close();
        if (pushes != null) {
            pushes.close();
        }
    }

    /** Collects what an agent is. A description and a skill are mandatory. Not thread-safe. */
    public static final class Builder {

        private final HarborRuntime runtime;
        private final Journal journal;
        private final String url;
        private final A2aAuthenticator authenticator;
        private final List<A2aSkill> skills = new ArrayList<>();
        private final Map<String, Object> schemes = new LinkedHashMap<>();
        private final Map<String, Object> members = new LinkedHashMap<>();
        private A2aServerLimits limits = A2aServerLimits.standard();
        private Duration every = DEFAULT_SWEEP;
        private Duration cardAge = Duration.ofMinutes(5);
        private Clock clock = Clock.systemUTC();
        private boolean approving;
        private @Nullable A2aWebhooks webhooks;

        private Builder(HarborRuntime runtime, Journal journal, String url, A2aAuthenticator authenticator) {
            this.runtime = Objects.requireNonNull(runtime, "runtime");
            this.journal = Objects.requireNonNull(journal, "journal");
            this.url = checked(url);
            this.authenticator = Objects.requireNonNull(authenticator, "authenticator");
        }

        private static String checked(String url) {
            URI uri = URI.create(url);
            String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
            boolean speaks = scheme.equals("https") || scheme.equals("http");
            if (!speaks || uri.getHost() == null || url.endsWith("/") || uri.getRawQuery() != null) {
                throw new IllegalArgumentException(
                        "the address of an agent is a URL of https, or of http, with a host, without a query and without a"
                                + " slash at its end");
            }
            return url;
        }

        /**
         * Says what the agent is, for its card.
         *
         * @throws IllegalArgumentException if a text is blank
         */
        public Builder describe(String name, String description, String version) {
            if (name.isBlank() || description.isBlank() || version.isBlank()) {
                throw new IllegalArgumentException("an agent needs a name, a description and a version");
            }
            members.put("name", name);
            members.put("description", description);
            members.put("version", version);
            return this;
        }

        /** Adds a skill. What a message asks for that names none is the first. */
        public Builder skill(A2aSkill skill) {
            skills.add(Objects.requireNonNull(skill, "skill"));
            return this;
        }

        /** Says in the card that callers are known by a bearer token. The card says nothing of security when nothing is said. */
        public Builder bearer() {
            schemes.put("bearer", Map.of("httpAuthSecurityScheme", Map.of("scheme", "Bearer")));
            return this;
        }

        /** Says in the card that callers are known by a key in a header. */
        public Builder apiKey(String header) {
            Objects.requireNonNull(header, "header");
            schemes.put("apiKey", Map.of("apiKeySecurityScheme", Map.of("location", "header", "name", header)));
            return this;
        }

        /**
         * Lets callers decide about approvals that their tasks wait for, by a data part <code>{"approved": true}</code>, and shows them which call it is. When never said, an
         * approval is given where it always is, and the task says only that it waits.
         */
        public Builder callersApprove() {
            approving = true;
            return this;
        }

        /** Lets callers be told of their tasks. Nobody is told when never set. */
        public Builder push(A2aWebhooks hooks) {
            webhooks = Objects.requireNonNull(hooks, "hooks");
            return this;
        }

        /** Sets the limits. */
        public Builder limits(A2aServerLimits bounds) {
            limits = Objects.requireNonNull(bounds, "bounds");
            return this;
        }

        /**
         * Sets how often it looks for what was left to be done; {@link #DEFAULT_SWEEP} when never set.
         *
         * @throws IllegalArgumentException if that is not positive
         */
        public Builder sweep(Duration time) {
            if (time.isZero() || time.isNegative()) {
                throw new IllegalArgumentException("the time between two looks is positive, got " + time);
            }
            every = time;
            return this;
        }

        /**
         * Sets how long callers may keep the card; 5 minutes when never set.
         *
         * @throws IllegalArgumentException if that is negative
         */
        public Builder cardAge(Duration age) {
            if (age.isNegative()) {
                throw new IllegalArgumentException("the age of a card is not negative, got " + age);
            }
            cardAge = age;
            return this;
        }

        /** Sets the clock that dates messages; the system's when never set. */
        public Builder clock(Clock time) {
            clock = Objects.requireNonNull(time, "time");
            return this;
        }

        private Map<String, Object> card(Skills offered) {
            Map<String, Object> card = new LinkedHashMap<>(members);
            card.put("supportedInterfaces", List.of(at("JSONRPC"), at("HTTP+JSON")));
            card.put("capabilities", Map.of("streaming", true, "pushNotifications", webhooks != null));
            if (!schemes.isEmpty()) {
                card.put("securitySchemes", schemes);
                card.put(
                        "securityRequirements",
                        schemes.keySet().stream().map(Builder::requirement).toList());
            }
            card.put("defaultInputModes", List.of("text/plain", "application/json", "*/*"));
            card.put("defaultOutputModes", List.of("text/plain", "application/json", "application/octet-stream"));
            card.put("skills", offered.toJson());
            return card;
        }

        private Map<String, String> at(String binding) {
            Map<String, String> at = new LinkedHashMap<>();
            at.put("url", url);
            at.put("protocolBinding", binding);
            at.put("protocolVersion", VERSION);
            return at;
        }

        private static Map<String, Object> requirement(String scheme) {
            return Map.of("schemes", Map.of(scheme, Map.of("list", List.of())));
        }

        /**
         * Returns the server, which takes up at once what was left by a process before.
         *
         * @throws IllegalArgumentException if the description or a skill is missing, or two skills have one id
         */
        public A2aServer build() {
            if (members.isEmpty()) {
                throw new IllegalArgumentException(
                        "an agent needs a description: describe(name, description, version)");
            }
            return new A2aServer(this);
        }
    }
}
