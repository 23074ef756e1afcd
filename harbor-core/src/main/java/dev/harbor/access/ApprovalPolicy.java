package dev.harbor.access;

import dev.harbor.json.Json;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.ToolDefinition;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Asks a person before calls of some tools are made: by name, effect or tag, or when the arguments are of some kind. It denies nothing; {@link #and} it with a
 * {@link RestrictionPolicy}, whose refusals come first. Tools are shown to planners all the same.
 *
 * <p>Every call is asked about, unless {@link Builder#remember} says for how long an approval holds. What is remembered is kept in this process, for a definition
 * that does not change, and is forgotten with the policy.
 *
 * <p>Thread-safe.
 */
public final class ApprovalPolicy implements AccessPolicy {

    private static final String REASON = "may this call be made?";

    private final Set<String> tools;
    private final Set<SideEffect> effects;
    private final Set<String> tags;
    private final List<ArgumentRule> rules;
    private final String reason;
    private final @Nullable ApprovalMemory memory;
    private final String ref;

    private record ArgumentRule(String tool, String name, Predicate<Json> asks) {}

    private ApprovalPolicy(Builder from) {
        this.tools = Set.copyOf(from.tools);
        this.effects = Set.copyOf(from.effects);
        this.tags = Set.copyOf(from.tags);
        this.rules = List.copyOf(from.rules);
        this.reason = from.reason;
        this.memory = from.memory();
        this.ref = "approval/v1:" + from.settings().argumentsDigest();
    }

    /** Returns a policy that asks about every call of tools with some effects. */
    public static ApprovalPolicy askingFor(SideEffect first, SideEffect... others) {
        return builder().effects(first, others).build();
    }

    /** Returns a builder of a policy that asks about nothing. */
    public static Builder builder() {
        return new Builder();
    }

    @Override
    public Verdict evaluate(AccessRequest request) {
        Json arguments = request.arguments().orElse(null);
        if (arguments == null || !asksFor(request.tool(), arguments)) {
            return Verdict.allow();
        }
        if (memory != null && memory.admits(request)) {
            return Verdict.allow();
        }
        return Verdict.ask(reason);
    }

    private boolean asksFor(ToolDefinition tool, Json arguments) {
        return isNamed(tools, tool)
                || effects.contains(tool.effect())
                || tool.tags().stream().anyMatch(tags::contains)
                || rules.stream()
                        .anyMatch(rule -> isNamed(Set.of(rule.tool()), tool)
                                && rule.asks().test(arguments));
    }

    private static boolean isNamed(Set<String> names, ToolDefinition tool) {
        return names.contains(tool.id().name()) || names.contains(tool.id().toString());
    }

    /** Returns {@code approval/v1:} and a digest of the settings, in which a predicate stands for itself by the name it was given. */
    @Override
    public String ref() {
        return ref;
    }

    /** Says for whom an approval that is remembered holds. */
    public enum Remember {
        /** For the session in which it was given. */
        SESSION,
        /** For all sessions of the user. */
        USER
    }

    /** Collects settings. Each setter adds to what was set. Not thread-safe. */
    public static final class Builder {

        /** The longest that an approval can be remembered. */
        public static final Duration MAX_REMEMBERED = Duration.ofDays(30);

        private final Set<String> tools = new TreeSet<>();
        private final Set<SideEffect> effects = EnumSet.noneOf(SideEffect.class);
        private final Set<String> tags = new TreeSet<>();
        private final List<ArgumentRule> rules = new ArrayList<>();
        private String reason = REASON;
        private @Nullable Remember scope;
        private boolean anyArguments;
        private Duration remembered = Duration.ZERO;
        private Clock clock = Clock.systemUTC();

        private Builder() {}

        /** Asks about tools by name, in any version, or by id ({@code name@v2}). */
        public Builder tools(String first, String... others) {
            tools.add(Objects.requireNonNull(first, "first"));
            tools.addAll(List.of(others));
            return this;
        }

        /** Asks about tools of some effects. */
        public Builder effects(SideEffect first, SideEffect... others) {
            effects.addAll(EnumSet.of(first, others));
            return this;
        }

        /** Asks about tools that have one of some tags. */
        public Builder tags(String first, String... others) {
            tags.add(Objects.requireNonNull(first, "first"));
            tags.addAll(List.of(others));
            return this;
        }

        /**
         * Asks about calls of a tool whose arguments are of some kind. A predicate that throws fails the call.
         *
         * @param tool the name or id
         * @param name names the predicate and its settings in the reference of the policy; change it when the predicate changes
         * @param asks tells whether to ask; quick, free of effects, thread-safe
         */
        public Builder arguments(String tool, String name, Predicate<Json> asks) {
            rules.add(new ArgumentRule(
                    Objects.requireNonNull(tool, "tool"),
                    Objects.requireNonNull(name, "name"),
                    Objects.requireNonNull(asks, "asks")));
            return this;
        }

        /**
         * Sets what the person is asked, 1 to 1024 characters.
         *
         * @throws IllegalArgumentException if it is blank or too long
         */
        public Builder reason(String text) {
            reason = new Verdict.Ask(text).reason();
            return this;
        }

        /**
         * Remembers an approval for further calls of the same tool, in the same definition, with the same arguments.
         *
         * @throws IllegalArgumentException if the time is not more than zero and at most {@link #MAX_REMEMBERED}
         */
        public Builder remember(Remember forWhom, Duration howLong) {
            return remember(forWhom, howLong, false);
        }

        /** Remembers an approval for further calls of the same tool, in the same definition, whatever the arguments; see {@link #remember}. */
        public Builder rememberWhateverTheArguments(Remember forWhom, Duration howLong) {
            return remember(forWhom, howLong, true);
        }

        private Builder remember(Remember forWhom, Duration howLong, boolean any) {
            if (howLong.isZero() || howLong.isNegative() || howLong.compareTo(MAX_REMEMBERED) > 0) {
                throw new IllegalArgumentException("an approval is remembered for more than zero and at most "
                        + MAX_REMEMBERED + ", got " + howLong);
            }
            scope = Objects.requireNonNull(forWhom, "forWhom");
            remembered = howLong;
            anyArguments = any;
            return this;
        }

        /** Sets the clock that approvals are forgotten by. */
        public Builder clock(Clock value) {
            clock = Objects.requireNonNull(value, "clock");
            return this;
        }

        private @Nullable ApprovalMemory memory() {
            return scope == null ? null : new ApprovalMemory(scope, anyArguments, remembered, clock);
        }

        private Json settings() {
            return Json.of(Map.of(
                    "tools",
                    tools,
                    "effects",
                    effects.stream().map(SideEffect::wireName).collect(Collectors.toCollection(TreeSet::new)),
                    "tags",
                    tags,
                    "arguments",
                    rules.stream()
                            .map(rule -> List.of(rule.tool(), rule.name()))
                            .sorted((a, b) -> a.toString().compareTo(b.toString()))
                            .toList(),
                    "remember",
                    scope == null ? "" : scope + " " + remembered + " " + anyArguments));
        }

        /** Returns the policy; the builder may be used again. */
        public ApprovalPolicy build() {
            return new ApprovalPolicy(this);
        }
    }
}
