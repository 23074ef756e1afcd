package dev.harbor.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.access.CredentialProvider;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.tools.a2a.A2aToolsProvider;
import dev.harbor.tools.http.HttpTransport;
import dev.harbor.tools.mcp.McpToolsProvider;
import dev.harbor.tools.openapi.OpenApiTransport;
import dev.harbor.transport.SourceState;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.FilteredClassLoader;

final class HarborSourcesTest {

    private static final String MANIFEST =
            "{\"allow_loopback\":true,\"allow_plain_http\":true,\"manifest\":{\"version\":1,\"tools\":[{\"name\":\"stock.find\","
                    + "\"method\":\"GET\",\"url_template\":\"http://localhost:1/stock\"}]}}";

    @Test
    void providers_areThere_forWhatIsOnTheClassPath() {
        Starting.application()
                .run(context -> assertThat(context)
                        .hasSingleBean(HttpTransport.class)
                        .hasSingleBean(OpenApiTransport.class)
                        .hasSingleBean(McpToolsProvider.class)
                        .hasSingleBean(A2aToolsProvider.class));
        Starting.application()
                .withClassLoader(new FilteredClassLoader(McpToolsProvider.class))
                .run(context ->
                        assertThat(context).hasSingleBean(HttpTransport.class).doesNotHaveBean("harborMcpTransport"));
    }

    @Test
    void provider_ofTheApplication_countsMore() {
        HttpTransport own = new HttpTransport(CredentialProvider.environment());
        Starting.application()
                .withBean("own", HttpTransport.class, () -> own)
                .run(context -> assertThat(context.getBean(HttpTransport.class)).isSameAs(own));
    }

    @Test
    void source_ofTheProperties_isStarted() {
        Starting.application()
                .withPropertyValues("harbor.sources.stock.kind=http", "harbor.sources.stock.settings=" + MANIFEST)
                .run(context -> {
                    HarborRuntime runtime = context.getBean(HarborRuntime.class);
                    assertThat(runtime.sources()).containsEntry("stock", SourceState.READY);
                    assertThat(runtime.as(Starting.ADA).tools())
                            .anyMatch(tool -> tool.id().name().equals("stock.find"));
                });
    }

    @Test
    void source_thatIsWrong_isNamed() {
        Starting.application()
                .withPropertyValues("harbor.sources.stock.kind=http", "harbor.sources.stock.settings={\"file\":")
                .run(context -> assertThat(message(context.getStartupFailure())).contains("harbor.sources.stock"));
        Starting.application()
                .withPropertyValues("harbor.sources.stock.settings={}")
                .run(context -> assertThat(message(context.getStartupFailure())).contains("the kind of a source"));
        Starting.application()
                .withPropertyValues("harbor.sources.stock.kind=carrier-pigeon")
                .run(context -> assertThat(message(context.getStartupFailure())).contains("carrier-pigeon"));
    }

    private static String message(Throwable failure) {
        StringBuilder all = new StringBuilder();
        for (Optional<Throwable> each = Optional.ofNullable(failure);
                each.isPresent();
                each = each.map(Throwable::getCause)) {
            all.append(each.get().getMessage()).append('\n');
        }
        return all.toString();
    }
}
