package dev.harbor.tools.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.harbor.json.Json;
import dev.harbor.tool.InvalidToolDefinition;
import dev.harbor.tool.SideEffect;
import dev.harbor.tools.http.Service.Asked;
import dev.harbor.tools.http.Service.Says;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers that come in pages. */
final class PagingTest {

    private static HttpTool.Builder tool(Service service, HttpPaging paging) {
        return HttpTool.get("t", service.url("/items{?q,page}"))
                .effect(SideEffect.READ)
                .auth(HttpAuth.query("key", "TOKEN"))
                .answer(HttpAnswer.standard().paging(paging));
    }

    private static int page(Asked asked) {
        String target = asked.target();
        int at = target.indexOf("page=");
        return at < 0 ? 1 : target.charAt(at + 5) - '0';
    }

    private static Says linked(Asked asked, String link) {
        int page = page(asked);
        Says says = Says.json("[" + page + "]");
        return page < 3 ? says.with("Link", link.formatted(page + 1)) : says;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<?page=%d>; rel=\"next\"",
                "</items?page=1>; rel=prev, </items?page=%d&key=echoed>; title=\"a, b\"; rel=\"last next\"",
                "<ITEMS/../items?page=%d>;rel=next"
            })
    void links_areFollowed_withCredentialsAndWithoutEchoes(String link) throws Exception {
        try (Service service = Service.answering(asked -> linked(asked, link));
                World world = World.of(tool(service, HttpPaging.link(10)).build())) {
            assertThat(world.result("t", "{\"q\":\"x\"}"))
                    .isEqualTo(Json.parse("{\"items\":[1,2,3],\"pages\":3,\"complete\":true}"));
            assertThat(service.asked())
                    .hasSize(3)
                    .allMatch(asked -> asked.target().endsWith("key=" + World.TOKEN)
                            && asked.target().split("key=", -1).length == 2);
        }
    }

    @Test
    void pages_beyondTheBound_areNotRead_andSaidToBeMissing() throws Exception {
        try (Service service = Service.answering(asked -> linked(asked, "<?page=%d>; rel=next"));
                World world = World.of(tool(service, HttpPaging.link(2)).build())) {
            assertThat(world.result("t", "{}"))
                    .isEqualTo(Json.parse("{\"items\":[1,2],\"pages\":2,\"complete\":false}"));
            assertThat(service.asked()).hasSize(2);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<http://169.254.169.254/?page=%d>",
                "<//evil.example/?page=%d>",
                "<https://127.0.0.1/?page=%d>",
                "<http://a@127.0.0.1/?page=%d>",
                "<:// %d>"
            })
    void page_elsewhere_isNotAskedFor(String link) throws Exception {
        try (Service service = Service.answering(asked -> linked(asked, link + "; rel=next"));
                World world = World.of(tool(service, HttpPaging.link(10)).build())) {
            assertThat(world.error("t", "{}").code().value()).isEqualTo("HTTP_PAGE_ELSEWHERE");
            assertThat(service.asked()).hasSize(1);
        }
    }

    @Test
    void cursor_isSentBack_untilThereIsNone() throws Exception {
        try (Service service = Service.answering(asked -> {
                    int page = page(asked);
                    return Says.json(
                            "{\"data\":{\"rows\":[" + page + "]},\"next\":" + (page < 3 ? page + 1 : "null") + "}");
                });
                World world = World.of(tool(service, HttpPaging.cursor("/next", "page", "/data/rows", 10))
                        .build())) {
            assertThat(world.result("t", "{\"q\":\"a b\"}"))
                    .isEqualTo(Json.parse("{\"items\":[1,2,3],\"pages\":3,\"complete\":true}"));
            assertThat(service.asked())
                    .extracting(Asked::target)
                    .containsExactly(
                            "/items?q=a%20b&key=" + World.TOKEN,
                            "/items?q=a%20b&page=2&key=" + World.TOKEN,
                            "/items?q=a%20b&page=3&key=" + World.TOKEN);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"rows\":[1],\"next\":\"same\"} | circle",
                "{\"rows\":{},\"next\":null} | no array",
                "{\"next\":null} | no array",
                "[1] | no array"
            })
    void pages_thatMakeNoSense_areTheFaultOfTheService(String page, String words) throws Exception {
        try (Service service = Service.saying(Says.json(page));
                World world = World.of(tool(service, HttpPaging.cursor("/next", "page", "/rows", 10))
                        .build())) {
            var error = world.error("t", "{}");

            assertThat(error.code().value()).isEqualTo("INVALID_RESULT");
            assertThat(error.message()).contains(words.strip());
        }
    }

    @Test
    void pages_thatAreTooLargeTogether_fail() throws Exception {
        try (Service service = Service.answering(asked ->
                        Says.json("{\"rows\":[\"" + "x".repeat(600) + "\"],\"next\":" + (page(asked) + 1) + "}"));
                World world = World.of(tool(service, HttpPaging.cursor("/next", "page", "/rows", 5))
                        .answer(HttpAnswer.standard()
                                .maxBytes(1000)
                                .paging(HttpPaging.cursor("/next", "page", "/rows", 5)))
                        .build())) {
            assertThat(world.error("t", "{}").code().value()).isEqualTo("NET_TOO_LARGE");
            assertThat(service.asked()).hasSize(2);
        }
    }

    @Test
    void page_thatFails_failsTheWhole() throws Exception {
        try (Service service = Service.answering(
                        asked -> page(asked) == 2 ? Says.status(404) : linked(asked, "<?page=%d>; rel=next"));
                World world = World.of(tool(service, HttpPaging.link(10)).build())) {
            assertThat(world.error("t", "{}").code().value()).isEqualTo("HTTP_NOT_FOUND");
        }
    }

    @Test
    void paging_thatMakesNoSense_isRefused() {
        for (Runnable wrong : List.<Runnable>of(
                () -> HttpPaging.link(0),
                () -> HttpPaging.link(HttpPaging.MOST_PAGES + 1),
                () -> HttpPaging.link(1).items("rows"),
                () -> HttpTool.post("t", "https://h/")
                        .answer(HttpAnswer.standard().paging(HttpPaging.link(2)))
                        .build(),
                () -> HttpAnswer.standard().as(HttpAnswer.Kind.TEXT).paging(HttpPaging.link(2)))) {
            assertThatExceptionOfType(InvalidToolDefinition.class).isThrownBy(wrong::run);
        }
    }
}
