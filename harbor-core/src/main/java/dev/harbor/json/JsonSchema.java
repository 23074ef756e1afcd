package dev.harbor.json;

import com.networknt.schema.Schema;
import com.networknt.schema.ValidationLimitExceededException;
import dev.harbor.error.ConfigurationException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.exc.JsonNodeException;

/**
 * Is a JSON Schema that was checked once, is compiled once, at the latest when it is needed, and is then enforced: 2020-12 unless {@code $schema} names 2019-09, 07, 06 or 04. For schemas from
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
    private final boolean formats;
    private volatile @Nullable Schema schema;

    private JsonSchema(Json document, boolean formats) {
        this.document = document;
        this.formats = formats;
    }

    private static JsonSchema of(Json document, boolean formats) {
        JsonSchema checked = new JsonSchema(document, formats);
        if (!isPlain(document)) {
            checked.compiled();
        }
        return checked;
    }

    private static boolean isPlain(Json document) {
        try {
            return PlainSchema.isLegal(document);
        } catch (MalformedJsonException e) {
            // compiling says so in its own words
            return false;
        }
    }

    /** Who comes at the same time compiles as well, and all results are alike. */
    private Schema compiled() {
        Schema known = schema;
        if (known == null) {
            known = SchemaCompiler.compile(document, formats);
            schema = known;
        }
        return known;
    }

    /**
     * Compiles a schema.
     *
     * @throws ConfigurationException with code {@code INVALID_SCHEMA} if the document is too large, is not legal by its meta-schema, names an unknown
     *     {@code $schema}, refers to something outside or not there, or has a pattern that is none; the message says where and why
     */
    public static JsonSchema compile(Json document) {
        return of(document, false);
    }

    /** Compiles a schema whose {@code format} keywords are enforced too; throws like {@link #compile}. */
    public static JsonSchema compileWithFormats(Json document) {
        return of(document, true);
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
            return SchemaViolations.of(compiled().validate(SchemaTree.of(value), SchemaCompiler::limit));
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
