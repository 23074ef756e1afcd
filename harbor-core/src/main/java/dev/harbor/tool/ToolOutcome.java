package dev.harbor.tool;

import dev.harbor.artifact.ArtifactStub;
import dev.harbor.artifact.Evidence;
import dev.harbor.error.ErrorCode;
import dev.harbor.json.Repair;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * Is how a call ended. Every call has exactly one outcome, and outcomes are values: being denied, paused, cancelled or unsure is expected and must be
 * looked at. {@link #orThrow()} is for those who want the value or an exception.
 *
 * <p>Immutable.
 *
 * @param <T> the type of the result
 */
public sealed interface ToolOutcome<T> {

    /** Returns which call this is the outcome of. */
    CallInfo call();

    /** Calls the method of the visitor that belongs to this arm. */
    <R> R accept(Visitor<? super T, R> visitor);

    /**
     * Returns the result.
     *
     * @throws ToolException if the call did not succeed; {@link CallNotCompleted} for denied, paused, unknown and cancelled calls
     */
    default T orThrow() {
        if (this instanceof Success<T> success) {
            return success.value();
        }
        throw ToolException.of(this);
    }

    /** Tells whether the call succeeded. */
    default boolean isSuccess() {
        return this instanceof Success;
    }

    /** Returns the outcome with its result mapped, or the same outcome when there is none. */
    default <R> ToolOutcome<R> map(Function<? super T, ? extends R> mapping) {
        if (this instanceof Success<T> s) {
            return new Success<>(
                    s.call(), mapping.apply(s.value()), s.content(), s.attachments(), s.evidence(), s.repairs());
        }
        @SuppressWarnings("unchecked") // every other arm holds no value of type T
        ToolOutcome<R> same = (ToolOutcome<R>) this;
        return same;
    }

    /**
     * The tool answered, and its answer holds.
     *
     * @param call which call
     * @param value the result, for Java callers
     * @param content the result as JSON, or the artifact it was stored as
     * @param attachments blocks of binary content, each an artifact
     * @param evidence the claims that were granted and recorded
     * @param repairs what was repaired in the arguments without loss
     * @param <T> the type of the result
     */
    record Success<T>(
            CallInfo call,
            T value,
            ToolContent content,
            List<ArtifactStub> attachments,
            List<Evidence> evidence,
            List<Repair> repairs)
            implements ToolOutcome<T> {

        /** Checks that nothing is missing and copies the lists. */
        public Success {
            Objects.requireNonNull(call, "call");
            Objects.requireNonNull(content, "content");
            attachments = List.copyOf(attachments);
            evidence = List.copyOf(evidence);
            repairs = List.copyOf(repairs);
        }

        @Override
        public <R> R accept(Visitor<? super T, R> visitor) {
            return visitor.success(this);
        }
    }

    /**
     * The call failed, and no effect is in doubt.
     *
     * @param call which call
     * @param error why
     */
    record Failure<T>(CallInfo call, ToolError error) implements ToolOutcome<T> {

        /** Checks that nothing is missing. */
        public Failure {
            Objects.requireNonNull(call, "call");
            Objects.requireNonNull(error, "error");
        }

        @Override
        public <R> R accept(Visitor<? super T, R> visitor) {
            return visitor.failure(this);
        }
    }

    /**
     * The call may not be made; the tool did not run, or waited for something that was refused.
     *
     * @param call which call
     * @param code the stable denial code, such as {@code tool_denied}
     * @param message what is denied and why, safe to show to a model
     */
    record Denied<T>(CallInfo call, String code, String message) implements ToolOutcome<T> {

        /** Checks that nothing is missing. */
        public Denied {
            Objects.requireNonNull(call, "call");
            Objects.requireNonNull(code, "code");
            Objects.requireNonNull(message, "message");
        }

        @Override
        public <R> R accept(Visitor<? super T, R> visitor) {
            return visitor.denied(this);
        }
    }

    /**
     * The call waits for a person or an outside event; the tool did not run, or said itself that it waits.
     *
     * @param call which call
     * @param token the secret that resolves the pause; it stands in no other place and in no {@link #toString()}
     * @param kind what it waits for, such as {@code approval_required}
     * @param reason what a person is asked, safe to show to a model
     */
    record Paused<T>(CallInfo call, String token, String kind, String reason) implements ToolOutcome<T> {

        /** Checks that nothing is missing. */
        public Paused {
            Objects.requireNonNull(call, "call");
            Objects.requireNonNull(token, "token");
            Objects.requireNonNull(kind, "kind");
            Objects.requireNonNull(reason, "reason");
        }

        @Override
        public <R> R accept(Visitor<? super T, R> visitor) {
            return visitor.paused(this);
        }

        @Override
        public String toString() {
            return "Paused[call=" + call + ", kind=" + kind + ", reason=" + reason + "]";
        }
    }

    /**
     * The call was started and its effect may or may not have happened. It is never repeated by the runtime.
     *
     * @param call which call
     * @param error why nothing is known
     */
    record Unknown<T>(CallInfo call, ToolError error) implements ToolOutcome<T> {

        /** Checks that nothing is missing. */
        public Unknown {
            Objects.requireNonNull(call, "call");
            Objects.requireNonNull(error, "error");
        }

        @Override
        public <R> R accept(Visitor<? super T, R> visitor) {
            return visitor.unknown(this);
        }
    }

    /**
     * The call was cancelled, and no effect is in doubt.
     *
     * @param call which call
     * @param reason why
     */
    record Cancelled<T>(CallInfo call, String reason) implements ToolOutcome<T> {

        /** Checks that nothing is missing. */
        public Cancelled {
            Objects.requireNonNull(call, "call");
            Objects.requireNonNull(reason, "reason");
        }

        @Override
        public <R> R accept(Visitor<? super T, R> visitor) {
            return visitor.cancelled(this);
        }
    }

    /** Returns the stable code of an outcome that is no success: the error's, or that of its arm; null for a success. */
    default @org.jspecify.annotations.Nullable ErrorCode errorCode() {
        return accept(new OutcomeCode<>()).orElse(null);
    }

    /**
     * Has a method for every arm, so that a new arm breaks the build of who forgets it.
     *
     * @param <T> the type of the result
     * @param <R> what the methods return
     */
    interface Visitor<T, R> {

        /** Handles a success. */
        R success(Success<? extends T> outcome);

        /** Handles a failure. */
        R failure(Failure<? extends T> outcome);

        /** Handles a denial. */
        R denied(Denied<? extends T> outcome);

        /** Handles a pause. */
        R paused(Paused<? extends T> outcome);

        /** Handles an unknown outcome. */
        R unknown(Unknown<? extends T> outcome);

        /** Handles a cancellation. */
        R cancelled(Cancelled<? extends T> outcome);
    }
}
