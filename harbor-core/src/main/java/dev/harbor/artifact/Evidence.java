package dev.harbor.artifact;

import dev.harbor.json.Json;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Is a claim with its provenance: what was made, seen or checked. A run is complete when its contract's evidence is there, not when a model says so.
 *
 * <p>Immutable.
 *
 * @param id names the claim inside its run, at most 256 characters; empty until it is recorded
 * @param type what kind of claim it is, 1 to 256 characters
 * @param schemaVersion the version of the data's shape, 1 to 64 characters
 * @param provenance how it came to be
 * @param data the claim itself, at most 1 MiB, or null when {@code reference} says it all; {@code null}, {@code ""}, {@code {}} and {@code []} are no claim
 * @param reference where the claim lies, for example an artifact id or a URL, at most 4096 characters, or null
 * @param externalId the name of the thing in the outside world, or null
 * @param subject what a verification is about; set if and only if the provenance is {@link Provenance#VERIFIED}
 * @param passed what a verification found; set if and only if the provenance is {@link Provenance#VERIFIED}
 */
public record Evidence(
        String id,
        String type,
        String schemaVersion,
        Provenance provenance,
        @Nullable Json data,
        @Nullable String reference,
        @Nullable String externalId,
        @Nullable Subject subject,
        @Nullable Boolean passed) {

    /** The most bytes that the data of a claim may have. */
    public static final int MAX_DATA_BYTES = 1 << 20;

    /**
     * Says what a verification is about. At least one of the two is set and not empty.
     *
     * @param evidenceId the id of the claim that was verified, or null
     * @param externalId the name of the thing that was verified, or null
     */
    public record Subject(
            @Nullable String evidenceId, @Nullable String externalId) {

        /** Checks that one of the two is there. */
        public Subject {
            require(
                    isPresent(evidenceId) || isPresent(externalId),
                    "a verification needs a subject: an evidence id or an external id");
        }
    }

    /**
     * Checks every bound.
     *
     * @throws IllegalArgumentException if a bound is broken; the message names it
     */
    public Evidence {
        Objects.requireNonNull(provenance, "provenance");
        require(id.length() <= 256, "id must have at most 256 characters");
        require(!type.isBlank() && type.length() <= 256, "type must have 1 to 256 characters");
        require(!schemaVersion.isBlank() && schemaVersion.length() <= 64, "schemaVersion must have 1 to 64 characters");
        require(
                reference == null || (!reference.isBlank() && reference.length() <= 4096),
                "reference must have 1 to 4096 characters");
        require(
                data == null || data.sizeBytes() <= MAX_DATA_BYTES,
                "data must have at most " + MAX_DATA_BYTES + " bytes");
        require(
                reference != null || (data != null && !isEmpty(data)),
                "evidence needs data that is not empty, or a reference");
        boolean verified = provenance == Provenance.VERIFIED;
        require(
                verified == (subject != null) && verified == (passed != null),
                "subject and passed belong to verified evidence, and only to it");
    }

    /** Returns an observation of a tool: it saw this happen. */
    public static Evidence observed(String type, Json data) {
        return new Evidence("", type, "v1", Provenance.OBSERVED, data, null, null, null, null);
    }

    /** Returns a verification of a tool: it checked the subject. */
    public static Evidence verified(String type, Json data, Subject subject, boolean passed) {
        return new Evidence("", type, "v1", Provenance.VERIFIED, data, null, null, subject, passed);
    }

    /** Returns this claim under an id. */
    public Evidence id(String newId) {
        return new Evidence(newId, type, schemaVersion, provenance, data, reference, externalId, subject, passed);
    }

    /** Returns this claim about a thing of the outside world. */
    public Evidence externalId(String newExternalId) {
        Objects.requireNonNull(newExternalId, "newExternalId");
        return new Evidence(id, type, schemaVersion, provenance, data, reference, newExternalId, subject, passed);
    }

    /** Returns this claim with a place where it lies. */
    public Evidence reference(String newReference) {
        Objects.requireNonNull(newReference, "newReference");
        return new Evidence(id, type, schemaVersion, provenance, data, newReference, externalId, subject, passed);
    }

    private static boolean isEmpty(Json data) {
        return switch (data.kind()) {
            case NULL -> true;
            case STRING -> data.asString().isEmpty();
            case OBJECT -> data.members().isEmpty();
            case ARRAY -> data.elements().isEmpty();
            default -> false;
        };
    }

    private static boolean isPresent(@Nullable String text) {
        return text != null && !text.isEmpty();
    }

    private static void require(boolean holds, String message) {
        if (!holds) {
            throw new IllegalArgumentException(message);
        }
    }
}
