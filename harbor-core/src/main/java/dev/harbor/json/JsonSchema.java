package dev.harbor.json;

import com.networknt.schema.Schema;
import com.networknt.schema.ValidationLimitExceededException;
import dev.harbor.error.ConfigurationException;
import java.util.List;
import tools.jackson.databind.exc.JsonNodeException;

/**
 * Is a JSON Schema that was checked and compiled once, and is then enforced: 2020-12 unless {@code $schema} names 2019-09, 07, 06 or 04. For schemas from
 * elsewhere; a type of one's own has its {@link Codec}. {@code format} and the {@code content} keywords are annotations, as 2020-12 has it, unless asked for.
 *
 * <p>References stay inside the document or lead to a meta-schema: nothing is ever fetched. Work on a value is bounded in steps and depth, and so is each
 * match of a pattern; a value that can't be decided within the bounds is refused.
 *
 * <p>Immutable, thread-safe.
 */
public final class JsonSchema {

    /** The largest schema that is compiled, in bytes of its compact text. */
    public static final int MAX_SIZE_BYTES = 1 << 20;

    /** The largest schema of the strict subset, in bytes of its compact text. */
    public static final int MAX_STRICT_SIZE_BYTES = 64 << 10;

    /** The deepest schema of the strict subset; the root has depth 0. */
    public static final int MAX_STRICT_DEPTH = 8;

    private final Json document;
    private final Schema schema;

    private JsonSchema(Json document, Schema schema) {
        this.document = document;
        this.schema = schema;
    }

    /**
     * Compiles a schema.
     *
     * @throws ConfigurationException with code {@code INVALID_SCHEMA} if the document is too large, is not legal by its meta-schema, names an unknown
     *     {@code $schema}, refers to something outside or not there, or has a pattern that is none; the message says where and why
     */
    public static JsonSchema compile(Json document) {
        return new JsonSchema(document, SchemaCompiler.compile(document, false));
    }

    /** Compiles a schema whose {@code format} keywords are enforced too; throws like {@link #compile}. */
    public static JsonSchema compileWithFormats(Json document) {
        return new JsonSchema(document, SchemaCompiler.compile(document, true));
    }

    /** Compiles a schema of the strict subset, with formats enforced; throws like {@link #requireStrict} and {@link #compile}. */
    public static JsonSchema compileStrict(Json document) {
        requireStrict(document);
        return compileWithFormats(document);
    }

    /**
     * Refuses what is not in the strict subset, in which nothing is left open and nothing unenforced: the root is an object, each node has exactly one type,
     * objects are closed and declare what they require, arrays have {@code items}, there is no keyword without effect (annotations for people aside), and size
     * and depth are at most {@value #MAX_STRICT_SIZE_BYTES} bytes and {@value #MAX_STRICT_DEPTH}.
     *
     * @throws ConfigurationException with code {@code INVALID_SCHEMA}, saying where and why
     */
    public static void requireStrict(Json document) {
        StrictSubset.require(document);
    }

    /**
     * Returns what is wrong with a value; empty if nothing is. At most {@value NearNames#MOST} violations.
     *
     * @throws MalformedJsonException if the value was not checked before and is not JSON
     */
    public List<Violation> validate(Json value) {
        try {
            return SchemaViolations.of(schema.validate(SchemaTree.of(value), SchemaCompiler::limit));
        } catch (ValidationLimitExceededException | BoundedPattern.Failure tooMuch) {
            return List.of(new Violation("", "limit", "takes too long to check against its schema", List.of()));
        } catch (JsonNodeException outOfRange) {
            // the validator compares with integer bounds as long, and fails for a fraction beyond that range
            return List.of(new Violation("", "type", "has a number that is no integer where one is wanted", List.of()));
        }
    }

    /** Returns the schema as it was given. */
    public Json document() {
        return document;
    }
}
