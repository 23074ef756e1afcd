package dev.harbor.tools.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.harbor.catalog.CatalogSnapshot;
import dev.harbor.catalog.ExternalToolset;
import dev.harbor.catalog.ToolCatalog;
import dev.harbor.catalog.ToolFactory;
import dev.harbor.catalog.ToolFinder;
import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import dev.harbor.json.Json;
import dev.harbor.json.Param;
import dev.harbor.tool.Tool;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class LuceneToolFinderTest {

    record Route(
            @Param(description = "where the journey begins") String origin, String destinationAirport) {}

    record Nothing() {}

    private final ToolCatalog catalog = ToolCatalog.builder()
            .declare(
                    Tool.of("weather.forecast", Nothing.class, Nothing.class, in -> in)
                            .description("Daily forecast for a city")
                            .tags("Outdoor", "public"),
                    Tool.of("crm.listInvoices", Nothing.class, Nothing.class, in -> in)
                            .description("All invoices of a customer")
                            .tags("finance"),
                    Tool.of("travel.book", Route.class, Nothing.class, in -> new Nothing())
                            .description("Reserves a seat")
                            .tags("outdoor"),
                    Tool.of("café.order", Nothing.class, Nothing.class, in -> in)
                            .description("Orders a cup; mentions weather in passing"))
            .build();

    private final LuceneToolFinder finder = LuceneToolFinder.create();

    @AfterEach
    void close() {
        finder.close();
    }

    private List<String> find(String words, String... tags) {
        return find(catalog.snapshot(), words, tool -> true, tags);
    }

    private List<String> find(CatalogSnapshot snapshot, String words, Predicate<Tool<?, ?>> filter, String... tags) {
        return finder.find(snapshot, new ToolFinder.Query(words, Set.of(tags), 10), filter).stream()
                .map(tool -> tool.id().name())
                .toList();
    }

    @ParameterizedTest
    @CsvSource({
        "weather.forecast, weather.forecast", // the name itself
        "forecast, weather.forecast", // a part of the name
        "invoice, crm.listInvoices", // another form of the word, in a compound name
        "LIST INVOICES, crm.listInvoices", // another case
        "customer, crm.listInvoices", // a word of the description
        "destination airport, travel.book", // the name of a parameter
        "journey, travel.book", // the description of a parameter
        "finance, crm.listInvoices", // a tag
        "forecats, weather.forecast", // a typing error
        "invo, crm.listInvoices", // the beginning of a word
        "cafe, café.order" // without the accent
    })
    void tool_isFoundByWhatIsKnownOfIt(String words, String expected) {
        assertThat(find(words)).first().isEqualTo(expected);
    }

    @Test
    void name_weighsMoreThanADescription() {
        assertThat(find("weather")).containsExactly("weather.forecast", "café.order");
    }

    @Test
    void words_thatMatchMore_comeFirst() {
        assertThat(find("daily forecast of the weather in a city")).first().isEqualTo("weather.forecast");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "foo AND (",
                "\"",
                "name:*",
                "weather^^~~",
                "[a TO",
                "\\",
                "+-&&||!{}",
                "\u0000\uD83D\uDE80",
                "?*"
            })
    void text_hasNoSyntax(String words) {
        assertThat(find(words)).hasSizeLessThanOrEqualTo(4);
    }

    @Test
    void words_ofNothing_findNothing_andNoWords_everything() {
        assertThat(find("zzzzqqq")).isEmpty();
        assertThat(find("")).hasSize(4);
        assertThat(find(" . , ")).hasSize(4);
    }

    @Test
    void tags_mustAllBeThere_whateverTheirCase() {
        assertThat(find("", "OUTDOOR")).containsExactlyInAnyOrder("weather.forecast", "travel.book");
        assertThat(find("", "outdoor", "Public")).containsExactly("weather.forecast");
        assertThat(find("", "outdoor", "finance")).isEmpty();
        assertThat(find("seat", "outdoor")).first().isEqualTo("travel.book");
    }

    @Test
    void limit_isHeld() {
        assertThat(finder.find(catalog.snapshot(), new ToolFinder.Query("", Set.of(), 2), tool -> true))
                .hasSize(2);
    }

    @Test
    void hiddenTools_takeNoPlaces() {
        List<Tool<?, ?>> many = new ArrayList<>();
        IntStream.range(0, 500)
                .forEach(i -> many.add(Tool.of("secret.weather" + i, Nothing.class, Nothing.class, in -> in)));
        many.add(Tool.of("open.weather", Nothing.class, Nothing.class, in -> in)
                .description("somewhere a word about the weather"));
        CatalogSnapshot crowded = ToolCatalog.builder().declare(many).build().snapshot();

        assertThat(find(crowded, "weather", tool -> tool.id().name().startsWith("open.")))
                .containsExactly("open.weather");
        assertThat(find(crowded, "weather", tool -> false)).isEmpty();
    }

    @Test
    void index_followsTheCatalog() {
        assertThat(find("stock")).isEmpty();
        replace("1", Tool.of("shop.stock", Nothing.class, Nothing.class, in -> in), named("shop.basket"));
        assertThat(find("stock")).containsExactly("shop.stock");
        assertThat(find("basket")).containsExactly("shop.basket");

        replace("2", named("shop.stock").description("counts turnips"));
        assertThat(find("turnips")).containsExactly("shop.stock");
        assertThat(find("basket")).isEmpty();

        replace("3");
        assertThat(find("stock")).isEmpty();
        assertThat(find("weather")).hasSize(2);
    }

    @Test
    void olderSnapshot_isSearchedAsItWas() {
        CatalogSnapshot before = catalog.snapshot();
        replace("1", named("shop.stock"));

        assertThat(find("stock")).containsExactly("shop.stock");
        assertThat(find(before, "stock", tool -> true)).isEmpty();
        assertThat(find("stock")).containsExactly("shop.stock");
    }

    private static Tool<?, ?> named(String name) {
        return Tool.of(name, Nothing.class, Nothing.class, in -> in);
    }

    private void replace(String generation, Tool<?, ?>... tools) {
        catalog.replace(new ExternalToolset(
                "shop", generation, List.of(tools).stream().map(ToolFactory::of).toList()));
    }

    @Test
    void searches_ofManyAtOnce_whileTheCatalogChanges_seeWholeSnapshots() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Future<Boolean>> all = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                int generation = i;
                all.add(threads.submit(() -> {
                    if (generation % 20 == 0) {
                        replace("g" + generation, named("shop.twin" + generation), named("shop.twinTwo" + generation));
                    }
                    CatalogSnapshot seen = catalog.snapshot();
                    long there = seen.tools().stream()
                            .filter(tool -> tool.id().name().startsWith("shop."))
                            .count();
                    return find(seen, "shop", tool -> true).size() == there;
                }));
            }
            for (Future<Boolean> each : all) {
                assertThat(each.get(60, TimeUnit.SECONDS)).isTrue();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void closedFinder_refuses_andClosesTwice() {
        find("weather");
        finder.close();
        finder.close();
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> find("weather"))
                .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.CLOSED));
    }

    @Test
    void tools_overForeignSchemas_areIndexedWhateverTheirShape() {
        CatalogSnapshot odd = ToolCatalog.builder()
                .declare(
                        Tool.json("odd.one", Json.parse("{\"type\":\"object\",\"properties\":{\"a\":true}}"), in -> in),
                        Tool.json("odd.two", Json.parse("true"), in -> in),
                        Tool.json("odd.three", Json.EMPTY_OBJECT, in -> in))
                .build()
                .snapshot();
        assertThat(find(odd, "odd", tool -> true)).hasSize(3);
    }
}
