package dev.harbor.endtoend;

import static dev.harbor.endtoend.Fixture.ADA;
import static dev.harbor.endtoend.Fixture.events;
import static dev.harbor.endtoend.Fixture.runtime;
import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.catalog.RegistrationProfile;
import dev.harbor.error.ErrorCode;
import dev.harbor.event.HarborEvent;
import dev.harbor.json.Json;
import dev.harbor.json.Param;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolOutcome;
import dev.harbor.tool.annotation.AnnotatedTools;
import dev.harbor.tool.annotation.HarborTool;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A runtime that registers nothing but the strict subset, with tools over plain Java types. */
final class StrictRuntimeTest {

    record Search(
            String text,
            Optional<Integer> limit,
            @Param(defaultValue = "3") int depth,
            Optional<byte[]> after) {}

    record Found(String text, int limit, int depth) {}

    private final List<HarborEvent> events = events();

    private final Tool<Search, Found> search = Tool.of(
                    "notes.search",
                    Search.class,
                    Found.class,
                    query -> new Found(query.text(), query.limit().orElse(-1), query.depth()))
            .effect(SideEffect.PURE);

    /** Is annotated. */
    public static class Notes {

        /** Counts. */
        @HarborTool(name = "notes.count", effect = SideEffect.PURE)
        public int count(String text, @Nullable Integer from) {
            return from == null ? text.length() : text.length() - from;
        }
    }

    private HarborRuntime strict(Tool<?, ?>... tools) {
        return runtime(events)
                .profile(RegistrationProfile.STRICT)
                .tools(tools)
                .tools(AnnotatedTools.of(new Notes()))
                .build();
    }

    @Test
    void component_thatMayBeAbsent_isLeftOutOrGiven() {
        try (HarborRuntime runtime = strict(search)) {
            assertThat(call(runtime, "notes.search", "{\"text\":\"a\"}").orThrow())
                    .isEqualTo(Json.of(Map.of("text", "a", "limit", -1, "depth", 3)));
            assertThat(call(runtime, "notes.search", "{\"text\":\"a\",\"limit\":5,\"depth\":1,\"after\":\"AQI=\"}")
                            .orThrow())
                    .isEqualTo(Json.of(Map.of("text", "a", "limit", 5, "depth", 1)));
            assertThat(call(runtime, "notes.count", "{\"text\":\"abc\"}").orThrow())
                    .isEqualTo(Json.of(3));
            assertThat(runtime.as(ADA)
                            .call(search, new Search("a", Optional.empty(), 2, Optional.empty()))
                            .orThrow())
                    .isEqualTo(new Found("a", -1, 2));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"text\":\"a\",\"limit\":null}",
                "{\"text\":\"a\",\"depth\":null}",
                "{\"text\":\"a\",\"after\":null}",
                "{\"text\":\"a\",\"after\":\"?\"}",
                "{\"text\":null}",
                "{}",
                "{\"text\":\"a\",\"more\":1}",
                "{\"text\":"
            })
    void arguments_outsideTheOfferedSchema_areRefused(String arguments) {
        try (HarborRuntime runtime = strict(search)) {
            assertThat(call(runtime, "notes.search", arguments).errorCode()).isEqualTo(ErrorCode.INVALID_ARGUMENTS);
        }
    }

    @Test
    void schema_thatIsOffered_isTheOneThatIsEnforced() {
        try (HarborRuntime runtime = strict(search)) {
            assertThat(runtime.as(ADA).tools())
                    .filteredOn(shown -> shown.id().name().startsWith("notes."))
                    .hasSize(2)
                    .allSatisfy(shown ->
                            assertThat(shown.inputSchema().toString()).doesNotContain("null", "contentEncoding"));
        }
    }

    @Test
    void format_thatIsDeclared_isEnforced_alsoInASchemaFromElsewhere() {
        Tool<Json, Json> remind = Tool.json(
                        "notes.remind",
                        Json.parse(
                                "{\"type\":\"object\",\"properties\":{\"day\":{\"type\":\"string\",\"format\":\"date\"}},"
                                        + "\"additionalProperties\":false}"),
                        arguments -> arguments)
                .effect(SideEffect.PURE);
        try (HarborRuntime runtime = strict(remind)) {
            for (String day : List.of("soon", "2026-02-30")) {
                Json arguments = Json.of(Map.of("day", day));
                assertThat(call(runtime, "notes.remind", arguments.toString()).errorCode())
                        .isEqualTo(ErrorCode.INVALID_ARGUMENTS);
                assertThat(runtime.as(ADA).call(remind, arguments).errorCode()).isEqualTo(ErrorCode.INVALID_ARGUMENTS);
            }
            assertThat(call(runtime, "notes.remind", "{\"day\":\"2026-02-28\"}").isSuccess())
                    .isTrue();
        }
    }

    @Test
    void artifacts_canBeReadInAStrictRuntime() {
        try (HarborRuntime runtime = strict(search)) {
            var ref = runtime.as(ADA).artifacts("t").put("hello").ref();
            assertThat(call(runtime, "artifact.fetch", "{\"ref\":\"" + ref + "\"}")
                            .isSuccess())
                    .isTrue();
        }
    }

    private static ToolOutcome<Json> call(HarborRuntime runtime, String tool, String arguments) {
        return runtime.as(ADA).call(tool, Json.lazy(arguments));
    }
}
