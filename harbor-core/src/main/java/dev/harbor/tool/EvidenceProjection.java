package dev.harbor.tool;

import dev.harbor.artifact.Evidence;
import dev.harbor.artifact.Provenance;
import dev.harbor.json.Json;
import dev.harbor.json.Violation;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Says which claim follows from the fields of a result, for a tool whose code is elsewhere and makes none: a remote one, whose host trusts what it answers.
 * Fields are named by JSON pointers. What is declared has to be there: a result without it is refused with {@link InvalidResult}, as one is that breaks its schema.
 *
 * <p>Immutable.
 *
 * @see Tool#projects
 */
public final class EvidenceProjection {

    private final Provenance provenance;
    private final String type;
    private final String data;
    private final @Nullable String externalId;
    private final @Nullable String reference;
    private final @Nullable String subjectEvidenceId;
    private final @Nullable String subjectExternalId;
    private final @Nullable String status;
    private final List<Json> passing;

    private EvidenceProjection(Builder from) {
        provenance = from.provenance;
        type = from.type;
        data = from.data;
        externalId = from.externalId;
        reference = from.reference;
        subjectEvidenceId = from.subjectEvidenceId;
        subjectExternalId = from.subjectExternalId;
        status = from.status;
        passing = from.passing;
    }

    /** Returns a builder of the claim that the tool saw something happen, 1 to 256 characters of its kind. */
    public static Builder observed(String type) {
        return new Builder(Provenance.OBSERVED, type);
    }

    /**
     * Returns a builder of the claim that the tool checked something. It needs a subject.
     *
     * @param type what kind of claim it is, 1 to 256 characters
     * @param status where the result says what the check found
     * @param passing the values there with which it passed; any other one is that it did not
     */
    public static Builder verified(String type, String status, Json... passing) {
        Builder builder = new Builder(Provenance.VERIFIED, type);
        builder.status = pointer(status);
        builder.passing = List.of(passing);
        if (builder.passing.isEmpty()) {
            throw new InvalidToolDefinition("a verification names the values with which it passed");
        }
        return builder;
    }

    /** Returns how the claim came to be. */
    public Provenance provenance() {
        return provenance;
    }

    /**
     * Returns the claim that a result makes.
     *
     * @throws InvalidResult if a declared field is not there, is of the wrong kind, or breaks a bound of {@link Evidence}
     */
    public Evidence project(Json result) {
        try {
            return new Evidence(
                    "",
                    type,
                    "v1",
                    provenance,
                    at(result, data),
                    text(result, reference),
                    text(result, externalId),
                    provenance == Provenance.VERIFIED ? subject(result) : null,
                    status == null ? null : passing.contains(at(result, status)));
        } catch (IllegalArgumentException e) {
            throw refusal("", String.valueOf(e.getMessage()));
        }
    }

    private Evidence.Subject subject(Json result) {
        return new Evidence.Subject(text(result, subjectEvidenceId), text(result, subjectExternalId));
    }

    private static Json at(Json result, String pointer) {
        return result.at(pointer).orElseThrow(() -> refusal(pointer, "is declared as evidence and is not there"));
    }

    private static @Nullable String text(Json result, @Nullable String pointer) {
        if (pointer == null) {
            return null;
        }
        Json value = at(result, pointer);
        return switch (value.kind()) {
            case STRING -> value.asString();
            case NUMBER -> value.toString();
            default -> throw refusal(pointer, "is declared as a name and is neither text nor a number");
        };
    }

    private static InvalidResult refusal(String pointer, String why) {
        Violation violation = new Violation(pointer, "evidence", why, List.of());
        return new InvalidResult("the result makes no evidence: " + violation, List.of(violation));
    }

    private static String pointer(String text) {
        if (!text.isEmpty() && !text.startsWith("/")) {
            throw new InvalidToolDefinition(
                    "a field of evidence is named by a JSON pointer, such as /order/id; got '" + text + "'");
        }
        return text;
    }

    @Override
    public String toString() {
        return "EvidenceProjection[" + provenance + " " + type + "]";
    }

    /** Collects where the parts of a claim are. Not thread-safe. */
    public static final class Builder {

        private final Provenance provenance;
        private final String type;
        private String data = "";
        private @Nullable String externalId;
        private @Nullable String reference;
        private @Nullable String subjectEvidenceId;
        private @Nullable String subjectExternalId;
        private @Nullable String status;
        private List<Json> passing = List.of();

        private Builder(Provenance provenance, String type) {
            this.provenance = provenance;
            this.type = Objects.requireNonNull(type, "type");
            if (type.isBlank() || type.length() > 256) {
                throw new InvalidToolDefinition("the type of evidence has 1 to 256 characters");
            }
        }

        /** Sets where the claim itself is; the whole result when never set. */
        public Builder data(String pointer) {
            data = pointer(pointer);
            return this;
        }

        /** Sets where the name of the thing in the outside world is. */
        public Builder externalId(String pointer) {
            externalId = pointer(pointer);
            return this;
        }

        /** Sets where it says where the claim lies. */
        public Builder reference(String pointer) {
            reference = pointer(pointer);
            return this;
        }

        /** Sets where the id of the evidence is that was verified. */
        public Builder subjectEvidenceId(String pointer) {
            subjectEvidenceId = pointer(pointer);
            return this;
        }

        /** Sets where the name of the thing is that was verified. */
        public Builder subjectExternalId(String pointer) {
            subjectExternalId = pointer(pointer);
            return this;
        }

        /**
         * Returns the projection.
         *
         * @throws InvalidToolDefinition if a verification has no subject, or something else has one
         */
        public EvidenceProjection build() {
            boolean hasSubject = subjectEvidenceId != null || subjectExternalId != null;
            if (hasSubject != (provenance == Provenance.VERIFIED)) {
                throw new InvalidToolDefinition("a subject belongs to a verification, and a verification has one");
            }
            return new EvidenceProjection(this);
        }
    }
}
