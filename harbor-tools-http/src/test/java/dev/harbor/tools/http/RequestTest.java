package dev.harbor.tools.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.error.ErrorCode;
import dev.harbor.json.Json;
import dev.harbor.tools.http.Service.Asked;
import dev.harbor.tools.http.Service.Says;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What arguments become on the wire. */
final class RequestTest {

    private Service service;

    @BeforeEach
    void start() throws Exception {
        service = Service.saying(Says.json("{\"ok\":true}"));
    }

    @AfterEach
    void stop() {
        service.close();
    }

    private Asked sent(HttpTool.Builder tool, String arguments) {
        try (World world = World.of(tool.build())) {
            world.result("t", arguments);
        }
        return service.only();
    }

    private ErrorCode refused(HttpTool.Builder tool, String arguments) {
        try (World world = World.of(tool.build())) {
            ErrorCode code = world.error("t", arguments).code();
            assertThat(service.asked()).isEmpty();
            return code;
        }
    }

    @Test
    void arguments_inTheTemplate_areEscapedInTheirPlaces() {
        Asked asked = sent(
                HttpTool.get("t", service.url("/a/{id}/b{?q,list*}")),
                "{\"id\":\"x/y ?#&\\u00e4\",\"q\":\"1&admin=true#\\r\\nX: y\",\"list\":[1,\"b c\"]}");

        assertThat(asked.target())
                .isEqualTo("/a/x%2Fy%20%3F%23%26%C3%A4/b?q=1%26admin%3Dtrue%23%0D%0AX%3A%20y&list=1&list=b%20c");
        assertThat(asked.body()).isEmpty();
        assertThat(asked.header("Content-Type")).isEmpty();
    }

    @Test
    void variable_ofThePath_thatIsMissing_isRefusedUnsent() {
        HttpTool.Builder tool = HttpTool.get("t", service.url("/a/{id}")).input(Json.parse("{\"type\":\"object\"}"));

        assertThat(refused(tool, "{}")).isEqualTo(ErrorCode.INVALID_ARGUMENTS);
        assertThat(refused(tool, "{\"id\":null}")).isEqualTo(ErrorCode.INVALID_ARGUMENTS);
    }

    @Test
    void post_withoutATemplate_sendsItsArgumentsAsTheyCame() {
        Asked asked = sent(
                HttpTool.post("t", service.url("/orders")).input(Json.parse("{\"type\":\"object\"}")),
                "{\"b\":1.10,  \"a\":[null,\"x\"]}");

        assertThat(asked.method()).isEqualTo("POST");
        assertThat(asked.body()).isEqualTo("{\"b\":1.10,  \"a\":[null,\"x\"]}");
        assertThat(asked.header("Content-Type")).isEqualTo("application/json");
    }
}
