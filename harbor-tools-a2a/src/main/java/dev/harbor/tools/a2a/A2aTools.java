package dev.harbor.tools.a2a;

import dev.harbor.access.ResourceAuthorizer;
import dev.harbor.catalog.ExternalToolset;
import dev.harbor.error.ConfigurationException;
import dev.harbor.error.ErrorCode;
import dev.harbor.error.HarborException;
import dev.harbor.identity.Identity;
import dev.harbor.journal.Journal;
import dev.harbor.json.Json;
import dev.harbor.net.NetException;
import dev.harbor.policy.ToolPolicy;
import dev.harbor.tool.EvidenceProjection;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolException;
import dev.harbor.transport.SourceState;
import dev.harbor.transport.ToolSource;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Is a source whose tools are the skills of a remote agent that speaks A2A, 1.0 or 0.3: one slot of the catalog, filled from the agent's card when a runtime
 * starts, and replaced as a whole when the card has changed.
 *
 * <pre>{@code
 * A2aTools weather = A2aTools.agent("weather", "https://agents.example/weather")
 *         .access(access)
 *         .bearer("WEATHER_TOKEN")
 *         .build();
 * }</pre>
 *
 * <p>A call hands over a message and waits until the agent's task is over. A task that asks something pauses the call; what is answered goes to the same task. A
 * message is sent once. Unless told otherwise the tools are {@link SideEffect#EXTERNAL} and a call takes at most ten minutes.
 *
 * <p>Thread-safe.
 */
public final class A2aTools implements ToolSource {

    private static final Logger LOG = LoggerFactory.getLogger(A2aTools.class);

    private final String name;
    private final A2aAccess access;
    private final boolean owning;
    private final Peer peer;
    private final SkillTools skills;
    private final ToolSettings toolSettings;
    private final boolean refreshing;
    private final @Nullable ExtendedCard extendedCard;
    private final AtomicInteger generations = new AtomicInteger();
    private final Object lock = new Object();
    private @Nullable Consumer<ExternalToolset> toolsets;
    private @Nullable String delivered;
    private @Nullable Future<?> refresh;
    private SourceState state = SourceState.STARTING;
    private boolean closed;

    private A2aTools(Builder from) {
        A2aAccess given = from.access;
        name = from.name;
        access = given == null ? A2aAccess.create() : given;
        owning = given == null || from.owning;
        peer = from.peer(access);
        skills = from.skills();
        toolSettings = new ToolSettings(from.questions, from.deadline, from.continuous, true, new Conversations());
        refreshing = from.refreshing;
        extendedCard = from.extendedCard;
    }

    /**
     * Returns a builder of a source in which everything has its default.
     *
     * @param name names the source and begins the names of its tools
     * @param url the agent's card, or what its path is below; such as {@code https://agents.example/weather}
     * @throws IllegalArgumentException if it is no URL of https or http
     */
    public static Builder agent(String name, String url) {
        return new Builder(Objects.requireNonNull(name, "name"), Urls.of(url, "url"));
    }

    @Override
    public String name() {
        return name;
    }

    /**
     * Fetches the card and delivers its tools.
     *
     * @throws ConfigurationException if the card can't be had or used, or the source is closed
     */
    @Override
    public void start(Consumer<ExternalToolset> consumer) {
        Objects.requireNonNull(consumer, "consumer");
        synchronized (lock) {
            requireOpen();
            toolsets = consumer;
        }
        try {
            load(consumer, false, SourceState.DOWN);
        } finally {
            // An agent that is not there yet is looked for again.
            keepFresh();
        }
    }

    /**
     * Fetches the card anew, and if it has changed puts its tools in the place of those that are there, all or none. If it can't be had they stay and the source is
     * degraded.
     *
     * @throws ConfigurationException if the new card can't be used, or the source is closed or was not started
     */
    public void reload() {
        Consumer<ExternalToolset> consumer;
        synchronized (lock) {
            requireOpen();
            consumer = toolsets;
        }
        if (consumer == null) {
            throw new ConfigurationException(
                    "source '" + name + "' was not started, so that there is nothing to reload");
        }
        load(consumer, true, state() == SourceState.DOWN ? SourceState.DOWN : SourceState.DEGRADED);
    }

    private void load(Consumer<ExternalToolset> consumer, boolean anew, SourceState otherwise) {
        SourceState next = otherwise;
        try {
            AgentCard card = anew ? peer.cards().refresh() : peer.cards().card();
            peer.interfaces(card);
            deliver(consumer, tools(card));
            next = peer.cards().trouble() == null ? SourceState.READY : SourceState.DEGRADED;
        } catch (BrokenPeer | ToolException | NetException e) {
            throw unusable(e);
        } finally {
            become(next);
        }
    }

    private List<Tool<?, ?>> tools(AgentCard card) {
        ExtendedCard extended = extendedCard;
        if (extended == null) {
            return skills.of(card, peer, toolSettings, (skill, tool) -> tool);
        }
        AgentCard mine = extended.of(card, peer);
        Set<String> only = ExtendedCard.only(mine, card);
        return skills.of(
                mine,
                peer,
                toolSettings,
                (skill, tool) -> only.contains(skill) ? tool.visibleTo(extended::isFor) : tool);
    }

    /** Delivers the tools of a card unless they are there already. */
    private void deliver(Consumer<ExternalToolset> consumer, List<Tool<?, ?>> tools) {
        String digest = Json.of(
                        tools.stream().map(each -> each.definition().digest()).toList())
                .argumentsDigest();
        synchronized (lock) {
            if (digest.equals(delivered)) {
                return;
            }
        }
        consumer.accept(ExternalToolset.of(name, generations.incrementAndGet() + "-" + digest.substring(0, 16), tools));
        synchronized (lock) {
            delivered = digest;
        }
    }

    private ConfigurationException unusable(RuntimeException e) {
        ErrorCode code = e instanceof HarborException own ? own.code() : Failures.BROKEN;
        return new ConfigurationException(code, "the agent of source '" + name + "': " + e.getMessage(), e);
    }

    private void keepFresh() {
        if (!refreshing) {
            return;
        }
        Future<?> every = access.background().every(peer.cards().fresh(), "looking at a card again", this::refresh);
        boolean over;
        synchronized (lock) {
            refresh = every;
            over = closed;
        }
        if (over) {
            stopRefreshing();
        }
    }

    private void refresh() {
        try {
            reload();
        } catch (HarborException e) {
            LOG.warn("the tools of source '{}' stay as they are: {}", name, e.getMessage());
        }
    }

    private void stopRefreshing() {
        Future<?> every;
        synchronized (lock) {
            every = refresh;
            refresh = null;
        }
        if (every != null) {
            every.cancel(false);
        }
    }

    private void become(SourceState next) {
        synchronized (lock) {
            state = closed ? SourceState.DOWN : next;
        }
    }

    private void requireOpen() {
        if (closed) {
            throw new ConfigurationException(ErrorCode.CLOSED, "source '" + name + "' is closed");
        }
    }

    @Override
    public SourceState state() {
        synchronized (lock) {
            return state;
        }
    }

    @Override
    public void close() {
        synchronized (lock) {
            closed = true;
            state = SourceState.DOWN;
        }
        stopRefreshing();
        if (owning) {
            access.close();
        }
    }

    /** Collects what is said about an agent. A skill is named by its id; the tool for the agent as a whole by an empty text. Not thread-safe. */
    public static final class Builder {

        private static final int MOST_SKILLS = 20;

        private final String name;
        private final URI url;
        private final Set<URI> origins = new HashSet<>();
        private final Map<String, String> credentials = new HashMap<>();
        private final Map<String, String> names = new HashMap<>();
        private final Map<String, UnaryOperator<Tool<Json, Json>>> changes = new HashMap<>();
        private final List<String> extensions = new ArrayList<>();
        private List<String> outputModes = List.of("text/plain", "application/json", "*/*");
        private UnaryOperator<Tool<Json, Json>> all = UnaryOperator.identity();
        private Predicate<String> selected = skill -> true;
        private A2aLimits limits = A2aLimits.standard();
        private A2aSignatures signatures = A2aSignatures.ifPresent().build();
        private A2aQuestions questions = A2aQuestions.PERSON;
        private A2aDeadline deadline = A2aDeadline.CANCEL;
        private int mostSkills = MOST_SKILLS;
        private boolean single;
        private boolean repeatable;
        private boolean trusted;
        private boolean continuous = true;
        private boolean refreshing = true;
        private boolean owning;
        private @Nullable A2aAccess access;
        private @Nullable String bearer;
        private @Nullable ResourceAuthorizer authorizer;
        private @Nullable A2aPush push;
        private @Nullable ExtendedCard extendedCard;

        private Builder(String name, URI url) {
            this.name = name;
            this.url = url;
        }

        /** Sets what the agent is reached through; it stays open when the source is closed. When never set, one that has no credentials. */
        public Builder access(A2aAccess through) {
            access = Objects.requireNonNull(through, "through");
            owning = false;
            return this;
        }

        /** Sets what the agent is reached through; it is closed with the source. */
        public Builder ownAccess(A2aAccess through) {
            access = Objects.requireNonNull(through, "through");
            owning = true;
            return this;
        }

        /** Sends a credential of that name as a bearer token wherever the card wants one, and if the card says nothing of security. */
        public Builder bearer(String credential) {
            bearer = Objects.requireNonNull(credential, "credential");
            return this;
        }

        /**
         * Sends the tokens of an authorizer wherever the card wants a bearer token, and if it says nothing of security; what the agent says when it refuses one goes
         * back to it. A person who has to consent first is a pause.
         */
        public Builder authorizer(ResourceAuthorizer tokens) {
            authorizer = Objects.requireNonNull(tokens, "tokens");
            return this;
        }

        /** Maps a security scheme of the card to the name of a credential. A scheme that is not mapped has none. */
        public Builder credential(String scheme, String credential) {
            credentials.put(Objects.requireNonNull(scheme, "scheme"), Objects.requireNonNull(credential, "credential"));
            return this;
        }

        /**
         * Lets the card lead to this origin besides its own; such as {@code https://calls.agents.example}.
         *
         * @throws IllegalArgumentException if it is no URL
         */
        public Builder allowOrigin(String origin) {
            origins.add(Urls.of(origin, "origin"));
            return this;
        }

        /** Tells the agent on whose behalf it works: tenant, user and session go along as headers. Never told when not said. */
        public Builder trusted() {
            trusted = true;
            return this;
        }

        /** Makes one tool of the agent rather than one of each skill. */
        public Builder singleTool() {
            single = true;
            return this;
        }

        /**
         * Makes one tool of an agent that has more skills than this; 20 when never set.
         *
         * @throws IllegalArgumentException if it is negative
         */
        public Builder mostSkills(int most) {
            if (most < 0) {
                throw new IllegalArgumentException("the number of skills must not be negative, got " + most);
            }
            mostSkills = most;
            return this;
        }

        /** Chooses skills by their ids. */
        public Builder skills(String... ids) {
            Set<String> chosen = Set.of(ids);
            selected = chosen::contains;
            return this;
        }

        /** Names the tool of a skill. */
        public Builder rename(String skill, String toolName) {
            names.put(Objects.requireNonNull(skill, "skill"), Objects.requireNonNull(toolName, "toolName"));
            return this;
        }

        /** Says what calls do to the world; {@link SideEffect#EXTERNAL} when never set. An agent's own words never set it. */
        public Builder effect(SideEffect effect) {
            Objects.requireNonNull(effect, "effect");
            return configureAll(tool -> tool.effect(effect));
        }

        /** Sets how calls run; what is not set falls to the defaults, but for the time limit of ten minutes. */
        public Builder policy(ToolPolicy policy) {
            Objects.requireNonNull(policy, "policy");
            return configureAll(tool -> tool.policy(policy.orElse(tool.policy())));
        }

        /** Promises that the agent does the work once for one id of a message, so that a message whose answer was lost may be sent again. */
        public Builder idempotent() {
            repeatable = true;
            return configureAll(Tool::idempotent);
        }

        /** Changes the tool of a skill in any way: effect, policy, description, grants of evidence. */
        public Builder configure(String skill, UnaryOperator<Tool<Json, Json>> change) {
            Objects.requireNonNull(change, "change");
            changes.merge(
                    Objects.requireNonNull(skill, "skill"),
                    change,
                    (one, other) -> tool -> other.apply(one.apply(tool)));
            return this;
        }

        /** Changes every tool, before what is said about one. */
        public Builder configureAll(UnaryOperator<Tool<Json, Json>> change) {
            Objects.requireNonNull(change, "change");
            UnaryOperator<Tool<Json, Json>> before = all;
            all = tool -> change.apply(before.apply(tool));
            return this;
        }

        /**
         * Has claims follow from the declared fields of what a skill answers; the embedder vouches for that. See {@link EvidenceProjection}.
         *
         * @throws dev.harbor.tool.InvalidToolDefinition when the source is started, if they don't go together
         */
        public Builder evidence(String skill, EvidenceProjection... projections) {
            EvidenceProjection[] claims = projections.clone();
            return configure(skill, tool -> tool.projects(claims));
        }

        /** Says who answers what the agent asks; a person when never set. */
        public Builder questions(A2aQuestions who) {
            questions = Objects.requireNonNull(who, "who");
            return this;
        }

        /** Says what becomes of a task that goes on when its call's time is up; it is cancelled when never set. */
        public Builder onDeadline(A2aDeadline what) {
            deadline = Objects.requireNonNull(what, "what");
            return this;
        }

        /** Sets what the signatures of the card have to be; {@link A2aSignatures#ifPresent()} without keys when never set. */
        public Builder signatures(A2aSignatures wanted) {
            signatures = Objects.requireNonNull(wanted, "wanted");
            return this;
        }

        /**
         * Has the agent asked for the card that it shows to this identity only, by its credentials. What that card has beyond the public one exists for this tenant and
         * user alone.
         */
        public Builder extendedCard(Identity identity) {
            extendedCard = new ExtendedCard(Objects.requireNonNull(identity, "identity"));
            return this;
        }

        /** Sets the limits. */
        public Builder limits(A2aLimits bounds) {
            limits = Objects.requireNonNull(bounds, "bounds");
            return this;
        }

        /** Has an agent that can tell of changes do so there, so that a call that waits looks its task up at once. */
        public Builder push(A2aPush receiver) {
            push = Objects.requireNonNull(receiver, "receiver");
            return this;
        }

        /** Says which extensions of the protocol calls speak, by their URIs. */
        public Builder extensions(String... uris) {
            extensions.addAll(List.of(uris));
            return this;
        }

        /** Sets the media types that answers may have; text, JSON and anything else when never set. */
        public Builder outputModes(String... modes) {
            outputModes = List.of(modes);
            return this;
        }

        /** Begins a new conversation with each call; when never said, the calls of a session go on with one. */
        public Builder separateCalls() {
            continuous = false;
            return this;
        }

        /** Looks at the card again only when told to by {@link A2aTools#reload()}; when never said, also each time it has aged. */
        public Builder manualRefresh() {
            refreshing = false;
            return this;
        }

        /** Returns the source; it connects to nothing before it is started. */
        public A2aTools build() {
            return new A2aTools(this);
        }

        /**
         * Returns the agent as one that carries out the turns of a loop ({@link dev.harbor.loop.LoopDefinition#foreign}). What is said of tools does not matter to it,
         * but for {@link #idempotent()}. What it calls the conversation of a loop is forgotten with the process.
         *
         * @param turnLimit how long a turn may take
         * @throws IllegalArgumentException if that is not positive
         */
        public A2aAgent buildAgent(Duration turnLimit) {
            return agent(turnLimit, Talks.inProcess());
        }

        /**
         * Returns the agent as one that carries out the turns of a loop, and remembers over a restart what it calls the conversation of each loop, and which question is
         * open.
         *
         * @param turnLimit how long a turn may take
         * @param journal that of the runtime; each conversation has a stream of its own in it, of the identity of its loop
         * @throws IllegalArgumentException if the limit is not positive
         */
        public A2aAgent buildAgent(Duration turnLimit, Journal journal) {
            return agent(
                    turnLimit,
                    new TalkLog(Objects.requireNonNull(journal, "journal"), Clock.systemUTC(), url.toString()));
        }

        private A2aAgent agent(Duration turnLimit, Talks talks) {
            if (turnLimit.isZero() || turnLimit.isNegative()) {
                throw new IllegalArgumentException("a turn takes a positive time, got " + turnLimit);
            }
            A2aAccess through = access == null ? A2aAccess.create() : access;
            boolean owned = access == null || owning;
            return new A2aAgent(peer(through), owned ? through : null, turnLimit, repeatable, talks);
        }

        private Peer peer(A2aAccess through) {
            Map<String, CredentialSource> mapped = new HashMap<>();
            credentials.forEach((scheme, credential) ->
                    mapped.put(scheme, CredentialSource.named(through.credentials(), credential)));
            CredentialSource token = bearer == null ? null : CredentialSource.named(through.credentials(), bearer);
            if (authorizer != null) {
                token = CredentialSource.authorized(authorizer);
            }
            PeerSettings settings =
                    new PeerSettings(through, limits, outputModes, List.copyOf(extensions), trusted, push);
            return new Peer(
                    url, Set.copyOf(origins), signatures, Authorization.of(Map.copyOf(mapped), token), settings);
        }

        private SkillTools skills() {
            return new SkillTools(name, single, mostSkills, selected, Map.copyOf(names), all, Map.copyOf(changes));
        }
    }
}
