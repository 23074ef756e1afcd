package dev.harbor.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import java.lang.reflect.Type;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CodecSchemaTest {

    private static final String INT = "{\"type\":\"integer\",\"minimum\":-2147483648,\"maximum\":2147483647}";

    record Folder(String name, List<Folder> sub) {}

    record Request(Folder where, int depth) {}

    record Leaf(
            @Param(description = "how deep") int depth,
            @JsonPropertyDescription("what it is called") String name) {}

    record Branch(@Param(description = "the leaves") List<Leaf> leaves, Optional<Leaf> special) {}

    record Item(
            String id,

            @Param(description = "may be left out") @Nullable
            Integer count) {}

    record Basket(List<Item> items) {}

    record ToolContext(String toolContext, String inputStream) {}

    record Outer(Inner inner, OtherInner.Inner other) {
        record Inner(@Nullable Outer outer) {}
    }

    record OtherInner(int a) {
        record Inner(@Nullable Outer outer) {}
    }

    @Test
    void schema_ofTypeWithoutComponents_hasPropertiesAllTheSame() {
        assertThat(Codec.of(Family.Empty.class).schema())
                .hasToString("{\"type\":\"object\",\"properties\":{},\"additionalProperties\":false}");
    }

    @Test
    void schema_ofRecord_isClosed_inDeclaredOrder_withRequiredSorted() {
        assertThat(Codec.of(new TypeRef<Family.Pair<String, Integer>>() {}).schema())
                .hasToString(
                        "{\"type\":\"object\",\"properties\":{\"first\":{\"description\":\"comes first\",\"type\":\"string\"},"
                                + "\"2nd\":" + INT
                                + "},\"required\":[\"2nd\",\"first\"],\"additionalProperties\":false}");
    }

    @Test
    void schema_ofRecursiveType_refersToTheTypeAndNotToTheRoot() {
        String folder = "{\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\"},"
                + "\"sub\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/$defs/Folder\"}}},"
                + "\"required\":[\"name\",\"sub\"],\"additionalProperties\":false}";

        assertThat(Codec.of(Request.class).schema())
                .hasToString(
                        "{\"type\":\"object\",\"properties\":{\"where\":{\"$ref\":\"#/$defs/Folder\"},\"depth\":" + INT
                                + "},\"required\":[\"depth\",\"where\"],\"additionalProperties\":false,\"$defs\":{\"Folder\":"
                                + folder + "}}");
        assertThat(Codec.of(Folder.class).schema().get("type")).contains(Json.string("object"));
        assertThat(
                        new Oracle(Codec.of(Request.class).schema())
                                .errors(
                                        "{\"depth\":1,\"where\":{\"name\":\"a\",\"sub\":[{\"name\":\"b\",\"sub\":[],\"depth\":1}]}}"))
                .isNotEmpty();
    }

    @Test
    void schema_ofTypesWithOneSimpleName_definesBoth() {
        Json schema = Codec.of(Outer.class).schema();

        assertThat(schema.get("$defs").orElseThrow().members().keySet()).containsExactly("Outer");
        assertThat(Codec.of(
                                new TypeRef<
                                        List<
                                                Family.Pair<
                                                        Outer.Inner,
                                                        Family.Pair<
                                                                Outer.Inner,
                                                                Family.Pair<
                                                                        OtherInner.Inner, OtherInner.Inner>>>>>() {})
                        .schema()
                        .get("$defs")
                        .orElseThrow()
                        .members()
                        .keySet())
                .containsExactlyInAnyOrder("Outer", "Inner", "Inner_2");
    }

    @Test
    void schema_keepsDescriptionsAndRequired_atEveryDepth() {
        Json branch = Codec.of(Branch.class).schema();
        assertThat(branch.at("/properties/leaves/description")).contains(Json.string("the leaves"));
        assertThat(branch.at("/$defs/Leaf/properties/depth/description")).contains(Json.string("how deep"));
        assertThat(branch.at("/$defs/Leaf/properties/name/description")).contains(Json.string("what it is called"));

        Json basket = Codec.of(Basket.class).schema();
        assertThat(basket.at("/properties/items/items/required")).contains(Json.parse("[\"id\"]"));
        assertThat(basket.at("/properties/items/items/properties/count/description"))
                .contains(Json.string("may be left out"));
    }

    @Test
    void schema_ofEnum_offersExactlyWhatTheReaderTakes() {
        for (Class<?> type : List.of(Family.Plain.class, Family.Spoken.class, Family.Wired.class)) {
            List<Json> offered =
                    Codec.of(type).schema().get("enum").orElseThrow().elements();
            assertThat(offered).hasSize(type.getEnumConstants().length);
            List<Object> read = new ArrayList<>();
            for (Json name : offered) {
                read.add(Codec.of(type).decode(name));
            }
            assertThat(read).isEqualTo(List.of(type.getEnumConstants()));
        }
        assertThat(Codec.of(new TypeRef<Map<Family.Wired, Boolean>>() {})
                        .schema()
                        .at("/propertyNames/enum"))
                .contains(Json.parse("[\"read-only\",\"read/write\",\"no access\"]"));
    }

    @Test
    void schema_ofSpecialTypes_tellsFormatAndContent() {
        assertThat(Codec.of(byte[].class).schema().get("contentEncoding")).contains(Json.string("base64"));
        assertThat(Codec.of(Instant.class).schema().get("format")).contains(Json.string("date-time"));
        assertThat(Codec.of(LocalDate.class).schema().get("format")).contains(Json.string("date"));
        assertThat(Codec.of(new TypeRef<Map<String, Integer>>() {}).schema())
                .hasToString("{\"type\":\"object\",\"additionalProperties\":" + INT + "}");
        assertThat(Codec.of(String[].class).schema())
                .hasToString("{\"type\":\"array\",\"items\":{\"type\":\"string\"}}");
        assertThat(Codec.of(Json.class).schema()).hasToString("{}");
        assertThat(Codec.of(void.class).schema()).hasToString("{\"type\":\"null\"}");
    }

    @Test
    void schema_ofSealedType_hasOneClosedArmPerRecord() {
        Json schema = Codec.of(Family.Polygon.class).schema();

        assertThat(schema.get("type")).contains(Json.string("object"));
        assertThat(schema.get("oneOf").orElseThrow().elements()).hasSize(2).allSatisfy(arm -> {
            assertThat(arm.get("additionalProperties")).contains(Json.parse("false"));
            assertThat(arm.at("/properties/kind/const")).isPresent();
            assertThat(arm.at("/required").orElseThrow().elements()).contains(Json.string("kind"));
        });
    }

    @Test
    void parameterNames_areNeverReserved() {
        assertThat(Codec.of(ToolContext.class)
                        .schema()
                        .get("properties")
                        .orElseThrow()
                        .members()
                        .keySet())
                .containsExactly("toolContext", "inputStream");
        assertThat(Codec.of(ToolContext.class).decode("{\"toolContext\":\"a\",\"inputStream\":\"b\"}"))
                .isEqualTo(new ToolContext("a", "b"));
    }

    @Test
    void schemas_derivedBy64Threads_areTheSameBytes() throws Exception {
        List<Type> types = new ArrayList<>(IntStream.range(0, 20)
                .mapToObj(seed -> new RandomTypes(new Random(seed)).type(3))
                .toList());
        types.add(Request.class);
        types.add(Family.Figure.class);
        List<String> expected =
                types.stream().map(type -> Codec.of(type).schema().toString()).toList();
        ExecutorService threads = Executors.newFixedThreadPool(64);
        CyclicBarrier start = new CyclicBarrier(64);
        Callable<List<String>> derive = () -> {
            start.await();
            return types.stream()
                    .map(type -> Codec.of(type).schema().toString())
                    .toList();
        };
        try {
            List<Future<List<String>>> all =
                    IntStream.range(0, 64).mapToObj(i -> threads.submit(derive)).toList();
            for (Future<List<String>> each : all) {
                assertThat(each.get()).isEqualTo(expected);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"tr-TR", "de-DE", "ar-EG", "th-TH-u-nu-thai"})
    void locale_changesNeitherSchemaNorReadingNorMessages(String tag) {
        Locale before = Locale.getDefault();
        List<String> inRoot = everything();
        Locale.setDefault(Locale.forLanguageTag(tag));
        try {
            assertThat(everything()).isEqualTo(inRoot);
        } finally {
            Locale.setDefault(before);
        }
    }

    private enum Title {
        IN_TITLE,
        I
    }

    private record Titled(Title title, Instant at, double size, LocalDate day) {}

    private static List<String> everything() {
        Codec<Titled> codec = Codec.of(Titled.class);
        String json =
                "{\"title\":\"IN_TITLE\",\"at\":\"2026-02-28T10:00:00Z\",\"size\":1234567.5,\"day\":\"2026-02-28\"}";
        List<String> all = new ArrayList<>(List.of(
                codec.schema().toString(), codec.encode(codec.decode(json)).toString()));
        for (String bad :
                List.of("{\"title\":\"in_title\"}", "{\"at\":1}", "{\"size\":1e400}", "{}", "[", "{\"tITLE\":1}")) {
            all.add(refusal(codec, bad));
        }
        JsonSchema.compile(codec.schema())
                .validate(Json.parse("{\"title\":1,\"x\":2}"))
                .forEach(v -> all.add(v.toString()));
        all.add(Json.parse("1234567.5").canonical().toString());
        return all;
    }

    private static String refusal(Codec<?> codec, String json) {
        try {
            return String.valueOf(codec.decode(json));
        } catch (InvalidJsonException | MalformedJsonException e) {
            return String.valueOf(e.getMessage());
        }
    }
}
