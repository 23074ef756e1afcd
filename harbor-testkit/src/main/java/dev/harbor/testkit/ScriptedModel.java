package dev.harbor.testkit;

import dev.harbor.llm.Content;
import dev.harbor.llm.LlmCall;
import dev.harbor.llm.LlmClient;
import dev.harbor.llm.LlmReply;
import dev.harbor.llm.LlmRequest;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Is a model client that answers by a script and remembers what it was asked. A request that a rule matches gets the answer of the first such rule, every
 * time; any other gets the next answer of the script. When the script has run out there is an {@link IllegalStateException}, which no planner should take
 * for a failure of a model.
 *
 * <pre>{@code
 * ScriptedModel model = ScriptedModel.builder()
 *         .when(ScriptedModel.mentions("Oslo"), ModelAnswer.of("rain"))
 *         .then(ModelAnswer.failure(ErrorClass.TRANSIENT, "overloaded"))
 *         .then("sun")
 *         .build();
 * }</pre>
 *
 * <p>Like a real client it refuses calls that are cancelled or late before it looks at its script.
 *
 * <p>Thread-safe: concurrent requests take answers in the order in which they come.
 */
public final class ScriptedModel implements LlmClient {

    private final Signal signal = new Signal();
    private final List<Rule> rules;
    private final List<ModelAnswer> script;
    private final Patience patience;
    private final List<LlmRequest> requests = new ArrayList<>();
    private final List<LlmCall> calls = new ArrayList<>();
    private int next;

    private record Rule(Predicate<? super LlmRequest> test, ModelAnswer answer) {}

    private ScriptedModel(Builder from) {
        rules = List.copyOf(from.rules);
        script = List.copyOf(from.script);
        patience = new Patience(from.clock);
    }

    /** Returns a model that answers with these texts, in order. */
    public static ScriptedModel of(String... texts) {
        return builder().then(texts).build();
    }

    /** Returns a model that gives the same answer to every request. */
    public static ScriptedModel always(ModelAnswer answer) {
        return builder().when(request -> true, answer).build();
    }

    /** Returns a builder of a model without answers. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a test for requests in whose texts a text occurs. */
    public static Predicate<LlmRequest> mentions(String text) {
        Objects.requireNonNull(text, "text");
        return request -> text(request).contains(text);
    }

    /** Returns all texts of a request, a line each part; media and stubs are left out. */
    public static String text(LlmRequest request) {
        return request.messages().stream()
                .flatMap(message -> message.parts().stream())
                .filter(Content.Text.class::isInstance)
                .map(part -> ((Content.Text) part).text())
                .collect(Collectors.joining("\n"));
    }

    @Override
    public LlmReply complete(LlmRequest request, LlmCall call) {
        Objects.requireNonNull(request, "request");
        patience.refuseIfOver(call);
        Optional<ModelAnswer> ruled = rules.stream()
                .filter(rule -> rule.test().test(request))
                .map(Rule::answer)
                .findFirst();
        ModelAnswer answer = signal.change(() -> take(request, call, ruled));
        patience.pass(answer.gate(), call);
        return answer.to(request, call);
    }

    private ModelAnswer take(LlmRequest request, LlmCall call, Optional<ModelAnswer> ruled) {
        requests.add(request);
        calls.add(call);
        return ruled.orElseGet(this::nextOfScript);
    }

    private ModelAnswer nextOfScript() {
        if (next == script.size()) {
            throw new IllegalStateException("the scripted model has no answer left: " + script.size()
                    + " are used up, and this is request " + requests.size() + ":\n"
                    + text(requests.get(requests.size() - 1)));
        }
        return script.get(next++);
    }

    /** Returns what was asked so far, in order, refused calls left out. */
    public List<LlmRequest> requests() {
        return signal.get(() -> List.copyOf(requests));
    }

    /** Returns on whose behalf it was asked so far, in the order of {@link #requests()}. */
    public List<LlmCall> calls() {
        return signal.get(() -> List.copyOf(calls));
    }

    /** Returns how many answers of the script are left. */
    public int remaining() {
        return signal.get(() -> script.size() - next);
    }

    /**
     * Waits until it was asked so many times, or more.
     *
     * @throws AssertionError if that takes too long
     */
    public void awaitRequests(int count) {
        signal.expect(
                () -> requests.size() >= count,
                Signal.PATIENCE,
                () -> "the model was asked " + requests.size() + " times, not " + count);
    }

    /**
     * Checks that every answer of the script was asked for.
     *
     * @throws AssertionError if some are left
     */
    public void assertUsedUp() {
        int left = remaining();
        if (left > 0) {
            throw new AssertionError(left + " of " + script.size() + " answers of the scripted model are left");
        }
    }

    /** Collects answers. Not thread-safe. */
    public static final class Builder {

        private final List<Rule> rules = new ArrayList<>();
        private final List<ModelAnswer> script = new ArrayList<>();
        private Clock clock = Clock.systemUTC();

        private Builder() {}

        /** Adds texts to the script. */
        public Builder then(String... texts) {
            Arrays.stream(texts).map(ModelAnswer::of).forEach(script::add);
            return this;
        }

        /** Adds an answer to the script. */
        public Builder then(ModelAnswer answer) {
            script.add(Objects.requireNonNull(answer, "answer"));
            return this;
        }

        /** Adds a rule: requests that pass the test get this answer, unless an earlier rule has one. */
        public Builder when(Predicate<? super LlmRequest> test, ModelAnswer answer) {
            rules.add(new Rule(Objects.requireNonNull(test, "test"), Objects.requireNonNull(answer, "answer")));
            return this;
        }

        /** Sets the clock that deadlines are held against; the machine's when never set. */
        public Builder clock(Clock value) {
            clock = Objects.requireNonNull(value, "clock");
            return this;
        }

        /** Returns the model; the builder may be used again. */
        public ScriptedModel build() {
            return new ScriptedModel(this);
        }
    }
}
