package dev.harbor.json;

import com.networknt.schema.ExecutionConfig;
import com.networknt.schema.ExecutionContext;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaException;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.dialect.Dialect;
import com.networknt.schema.dialect.Dialects;
import com.networknt.schema.keyword.AnnotationKeyword;
import dev.harbor.error.ConfigurationException;
import dev.harbor.error.ErrorCode;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Turns documents into schemas of the validator, after all that could go wrong later was tried. */
final class SchemaCompiler {

    private static final int MAX_STEPS = 5_000_000;
    private static final int MAX_DEPTH = 512;

    private static final List<Dialect> DIALECTS = Stream.of(
                    Dialects.getDraft202012(),
                    Dialects.getDraft201909(),
                    Dialects.getDraft7(),
                    Dialects.getDraft6(),
                    Dialects.getDraft4())
            .map(SchemaCompiler::withoutWarnings)
            .toList();

    private static final ExecutionConfig LIMITS = ExecutionConfig.builder()
            .locale(Locale.ROOT)
            .maxEvaluationSteps(MAX_STEPS)
            .maxEvaluationDepth(MAX_DEPTH)
            .build();

    private static final ExecutionConfig LIMITS_WITH_FORMATS = ExecutionConfig.builder()
            .locale(Locale.ROOT)
            .formatAssertionsEnabled(true)
            .maxEvaluationSteps(MAX_STEPS)
            .maxEvaluationDepth(MAX_DEPTH)
            .build();

    /** Holds the meta-schemas and nothing else, so that a foreign document can't take the place of one. */
    private static final SchemaRegistry META_SCHEMAS = registry(false);

    private SchemaCompiler() {}

    static Schema compile(Json document, boolean formats) {
        JsonNode tree = tree(document);
        requireLegal(tree);
        try {
            Schema schema = registry(formats).getSchema(tree);
            schema.initializeValidators();
            return schema;
        } catch (SchemaException | BoundedPattern.Failure e) {
            throw invalid("", reason(e), e);
        }
    }

    /** Sets the bounds of one validation. */
    static void limit(ExecutionContext context) {
        boolean formats = Boolean.TRUE.equals(context.getExecutionConfig().getFormatAssertionsEnabled());
        context.setExecutionConfig(formats ? LIMITS_WITH_FORMATS : LIMITS);
    }

    /** Takes unknown keywords for annotations, as the specification has it; the validator's own way logs a warning for each. */
    private static Dialect withoutWarnings(Dialect dialect) {
        return Dialect.builder(dialect)
                .unknownKeywordFactory((keyword, context) -> new AnnotationKeyword(keyword))
                .build();
    }

    private static JsonNode tree(Json document) {
        try {
            int size = document.compact().sizeBytes();
            if (size > JsonSchema.MAX_SIZE_BYTES) {
                throw invalid("", "it has " + size + " bytes, allowed are " + JsonSchema.MAX_SIZE_BYTES, null);
            }
            return SchemaTree.of(document);
        } catch (MalformedJsonException e) {
            throw invalid("", e.getMessage(), e);
        }
    }

    private static void requireLegal(JsonNode tree) {
        if (!tree.isObject() && !tree.isBoolean()) {
            throw invalid("", "a schema is an object or a boolean", null);
        }
        Schema metaSchema =
                META_SCHEMAS.getSchema(SchemaLocation.of(dialect(tree).getId()));
        List<Violation> violations = SchemaViolations.of(metaSchema.validate(tree, SchemaCompiler::limit));
        if (!violations.isEmpty()) {
            throw invalid(violations.get(0).pointer(), violations.get(0).message(), null);
        }
    }

    private static Dialect dialect(JsonNode tree) {
        JsonNode named = tree.get("$schema");
        if (named == null) {
            return DIALECTS.get(0);
        }
        Optional<Dialect> known = DIALECTS.stream()
                .filter(dialect ->
                        named.isString() && withoutEnd(dialect.getId()).equals(withoutEnd(named.asString())))
                .findFirst();
        return known.orElseThrow(() -> invalid(
                "/$schema",
                "unknown dialect; known are "
                        + DIALECTS.stream().map(Dialect::getId).toList(),
                null));
    }

    private static String withoutEnd(String id) {
        return id.endsWith("#") ? id.substring(0, id.length() - 1) : id;
    }

    private static SchemaRegistry registry(boolean formats) {
        SchemaRegistryConfig config = SchemaRegistryConfig.builder()
                .locale(Locale.ROOT)
                .formatAssertionsEnabled(formats)
                .regularExpressionFactory(BoundedPattern::new)
                .build();
        return SchemaRegistry.withDialects(
                DIALECTS,
                registry -> registry.defaultDialectId(DIALECTS.get(0).getId())
                        .schemaRegistryConfig(config)
                        .schemaLoader(loader -> loader.allow(iri -> isMetaSchema(iri.toString()))));
    }

    private static boolean isMetaSchema(String iri) {
        return iri.startsWith("https://json-schema.org/draft/") || iri.startsWith("http://json-schema.org/draft-");
    }

    private static String reason(Throwable e) {
        String message = e.getMessage();
        return message == null ? e.getClass().getSimpleName() : Excerpt.ofLine(message);
    }

    static ConfigurationException invalid(String pointer, @Nullable String reason, @Nullable Throwable cause) {
        String where = pointer.isEmpty() ? "" : " at " + pointer;
        return new ConfigurationException(ErrorCode.INVALID_SCHEMA, "invalid schema" + where + ": " + reason, cause);
    }
}
