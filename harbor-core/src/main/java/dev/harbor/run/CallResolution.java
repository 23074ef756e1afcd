package dev.harbor.run;

import dev.harbor.artifact.Evidence;
import dev.harbor.artifact.Provenance;
import dev.harbor.json.Json;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Is what an operator found out about a call whose outcome nobody knew. Recording it runs no tool.
 *
 * <p>Immutable.
 *
 * @param succeeded whether the effect happened
 * @param code what the run records, 1 to 64 characters of {@code [A-Za-z0-9_]}
 * @param output what the planner sees, at most {@value #MAX_OUTPUT_BYTES} bytes; what is larger is stored as an artifact and referred to
 * @param evidence what was seen or checked, at most {@value #MAX_EVIDENCE} claims, none of them a model's
 * @param actor who found it out, 1 to {@value #MAX_ACTOR_LENGTH} characters, not blank
 * @param note anything for people, at most {@value #MAX_NOTE_LENGTH} characters; may be empty
 */
public record CallResolution(
        boolean succeeded, String code, Json output, List<Evidence> evidence, String actor, String note) {

    /** The code when nothing is said: {@value}. */
    public static final String DEFAULT_CODE = "operator_resolved";

    /** The most bytes of an output. */
    public static final int MAX_OUTPUT_BYTES = 1 << 20;

    /** The most claims. */
    public static final int MAX_EVIDENCE = 64;

    /** The most characters of an actor. */
    public static final int MAX_ACTOR_LENGTH = 256;

    /** The most characters of a note. */
    public static final int MAX_NOTE_LENGTH = 4096;

    private static final Pattern CODE = Pattern.compile("[A-Za-z0-9_]{1,64}");

    /**
     * Copies the list and checks every bound.
     *
     * @throws IllegalArgumentException if a bound is broken; the message names it
     * @throws dev.harbor.json.MalformedJsonException if the output is not JSON
     */
    public CallResolution {
        evidence = List.copyOf(evidence);
        output = output.compact();
        require(CODE.matcher(code).matches(), "code of a resolution must match " + CODE.pattern());
        require(
                output.sizeBytes() <= MAX_OUTPUT_BYTES,
                "output of a resolution must have at most " + MAX_OUTPUT_BYTES + " bytes, got " + output.sizeBytes()
                        + "; store it as an artifact and give its reference");
        require(evidence.size() <= MAX_EVIDENCE, "a resolution has at most " + MAX_EVIDENCE + " claims");
        require(
                evidence.stream().noneMatch(each -> each.provenance() == Provenance.MODEL),
                "evidence of a resolution must be OBSERVED or VERIFIED, not MODEL");
        require(
                !actor.isBlank() && actor.length() <= MAX_ACTOR_LENGTH,
                "actor of a resolution must have 1 to " + MAX_ACTOR_LENGTH + " characters and not be blank");
        require(
                note.length() <= MAX_NOTE_LENGTH,
                "note of a resolution must have at most " + MAX_NOTE_LENGTH + " characters");
    }

    /** Says that the effect happened. Code {@value #DEFAULT_CODE}, output null, no evidence, no note. */
    public static CallResolution succeeded(String actor) {
        return new CallResolution(true, DEFAULT_CODE, Json.NULL, List.of(), actor, "");
    }

    /** Says that the effect did not happen. Code {@value #DEFAULT_CODE}, output null, no evidence, no note. */
    public static CallResolution failed(String actor) {
        return new CallResolution(false, DEFAULT_CODE, Json.NULL, List.of(), actor, "");
    }

    /** Returns this resolution with a code. */
    public CallResolution code(String newCode) {
        return new CallResolution(succeeded, newCode, output, evidence, actor, note);
    }

    /** Returns this resolution with an output. */
    public CallResolution output(Json newOutput) {
        return new CallResolution(succeeded, code, newOutput, evidence, actor, note);
    }

    /** Returns this resolution with these claims in place of those that it has. */
    public CallResolution evidence(Evidence... newEvidence) {
        return new CallResolution(succeeded, code, output, List.of(newEvidence), actor, note);
    }

    /** Returns this resolution with a note. */
    public CallResolution note(String newNote) {
        return new CallResolution(succeeded, code, output, evidence, actor, newNote);
    }

    private static void require(boolean holds, String message) {
        if (!holds) {
            throw new IllegalArgumentException(message);
        }
    }
}
