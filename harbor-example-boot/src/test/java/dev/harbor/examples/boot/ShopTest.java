package dev.harbor.examples.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.harbor.json.Json;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The service as its users see it: over HTTP, with a database of its own. */
final class ShopTest {

    private static final String ADA = "token-of-ada";
    private static final String OLGA = "token-of-olga";
    private static final String GUS = "token-of-gus";

    private static EmbeddedPostgres database;

    private final HttpClient client = HttpClient.newHttpClient();
    private ConfigurableApplicationContext shop;

    @BeforeAll
    static void startDatabase() throws IOException {
        database = EmbeddedPostgres.builder()
                .setServerConfig("fsync", "on")
                .setServerConfig("full_page_writes", "on")
                .setServerConfig("synchronous_commit", "on")
                .start();
    }

    @AfterAll
    static void stopDatabase() throws IOException {
        database.close();
    }

    @AfterEach
    void stop() {
        if (shop != null) {
            shop.close();
        }
    }

    private void start(Class<?>... more) {
        shop = new SpringApplicationBuilder(Shop.class)
                .sources(more)
                .run(
                        "--server.port=0",
                        "--spring.datasource.url=" + database.getJdbcUrl("postgres", "postgres"),
                        "--spring.datasource.username=postgres");
    }

    private HttpResponse<String> send(String token, String method, String path, String body) {
        try {
            return client.send(request(token, method, path, body), HttpResponse.BodyHandlers.ofString());
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(method + " " + path, e);
        }
    }

    private HttpRequest request(String token, String method, String path, String body) {
        String port = shop.getEnvironment().getProperty("local.server.port");
        return HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
                .header("Authorization", "Bearer " + token)
                .header("Content-Type", "application/json")
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .build();
    }

    private String wish(String token, String item, int count) {
        HttpResponse<String> begun =
                send(token, "POST", "/runs", "{\"item\":\"" + item + "\",\"count\":" + count + "}");
        assertThat(begun.statusCode()).isEqualTo(202);
        return Json.parse(begun.body()).at("/id").orElseThrow().asString();
    }

    private String stateOf(String token, String run) {
        return Json.parse(send(token, "GET", "/runs/" + run, "").body())
                .at("/state")
                .orElseThrow()
                .asString();
    }

    private void awaitState(String token, String run, String state) {
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(stateOf(token, run)).isEqualTo(state));
    }

    private Json approvals(String token) {
        return Json.parse(send(token, "GET", "/approvals", "").body());
    }

    private int orders(String tenant) {
        return shop.getBean(JdbcClient.class)
                .sql("select count(*) from orders where tenant = ?")
                .param(tenant)
                .query(Integer.class)
                .single();
    }

    @Test
    void order_isPlacedOnce_whenItsTenantApproves_alsoAfterARestart() {
        start();
        int before = orders("acme");
        String run = wish(ADA, "bolt", 3);
        awaitState(ADA, run, "waiting");
        assertThat(send(GUS, "GET", "/runs/" + run, "").statusCode()).isEqualTo(404);
        assertThat(send(ADA, "GET", "/approvals", "").statusCode()).isEqualTo(403);
        assertThat(approvals(GUS)).isEqualTo(Json.parse("[]"));
        assertThat(orders("acme")).isEqualTo(before);
        shop.close();

        start();
        Json open = approvals(OLGA);
        String question = open.at("/0/id").orElseThrow().asString();
        assertThat(open.at("/0/tool").orElseThrow()).isEqualTo(Json.of("orders.place@v1"));
        assertThat(send(GUS, "POST", "/approvals/" + question + "/approve", "").statusCode())
                .isEqualTo(404);
        assertThat(send(OLGA, "POST", "/approvals/" + question + "/approve", "").statusCode())
                .isEqualTo(204);
        awaitState(ADA, run, "succeeded");
        assertThat(orders("acme")).isEqualTo(before + 1);
        assertThat(approvals(OLGA)).isEqualTo(Json.parse("[]"));
    }

    @Test
    void inspector_showsApproversTheirTenant_whoApproveThere() {
        start();
        String run = wish(ADA, "bolt", 1);
        awaitState(ADA, run, "waiting");
        assertThat(send(ADA, "GET", "/inspector/", "").statusCode()).isEqualTo(403);
        assertThat(send(GUS, "GET", "/inspector/runs/" + run, "").statusCode()).isEqualTo(404);

        String page = send(OLGA, "GET", "/inspector/runs/" + run, "").body();
        assertThat(page).contains("buy bolt", "may this be ordered?", "orders.place@v1");
        Matcher approve = Pattern.compile("action=\"([^\"]*/approve)\"").matcher(page);
        assertThat(approve.find()).isTrue();
        assertThat(post(OLGA, approve.group(1)).statusCode()).isEqualTo(303);
        awaitState(ADA, run, "succeeded");
    }

    @Test
    void inspector_thatIsOpen_doesNotKeepTheServiceFromEnding() throws Exception {
        start();
        HttpResponse<InputStream> open =
                client.send(request(OLGA, "GET", "/inspector/events", ""), HttpResponse.BodyHandlers.ofInputStream());
        assertThat(open.body().read()).isEqualTo('r');
        shop.close();
        assertThat(open.body().readAllBytes()).isNotEmpty();
    }

    private HttpResponse<String> post(String token, String path) {
        HttpRequest form = HttpRequest.newBuilder(
                        request(token, "POST", path, ""), (name, value) -> !name.equals("Content-Type"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString("note=fine"))
                .build();
        try {
            return client.send(form, HttpResponse.BodyHandlers.ofString());
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(path, e);
        }
    }

    @Test
    void order_thatIsRejected_isNotPlaced() {
        start();
        int before = orders("globex");
        String run = wish(GUS, "nut", 1);
        awaitState(GUS, run, "waiting");
        String question = approvals(GUS).at("/0/id").orElseThrow().asString();
        send(GUS, "POST", "/approvals/" + question + "/reject", "");
        awaitState(GUS, run, "succeeded");
        assertThat(orders("globex")).isEqualTo(before);
    }

    @Test
    void tenants_seeTheirOwnStock_andStrangersNothing() {
        start();
        String bolt = "{\"item\":\"bolt\",\"count\":1}";
        HttpResponse<String> acme = send(ADA, "POST", "/calls/stock.find", bolt);
        assertThat(acme.statusCode()).isEqualTo(200);
        assertThat(Json.parse(acme.body())).isEqualTo(Json.parse("{\"item\":\"bolt\",\"left\":100}"));
        assertThat(send(GUS, "POST", "/calls/stock.find", bolt).statusCode()).isEqualTo(422);
        assertThat(send("nobody", "POST", "/calls/stock.find", bolt).statusCode())
                .isEqualTo(401);
    }

    @Test
    void health_andMeters_areThere() {
        start();
        send(ADA, "POST", "/calls/stock.find", "{\"item\":\"bolt\",\"count\":1}");
        Json health = Json.parse(send(ADA, "GET", "/actuator/health", "").body());
        assertThat(health.at("/components/harbor/status").orElseThrow()).isEqualTo(Json.of("UP"));
        Json calls = Json.parse(
                send(ADA, "GET", "/actuator/metrics/harbor.tool.calls", "").body());
        assertThat(calls.at("/measurements/0/value").orElseThrow().toString()).startsWith("1");
    }

    @Configuration(proxyBeanMethods = false)
    static class Slow {

        static final CountDownLatch BEGUN = new CountDownLatch(1);
        static final CountDownLatch MAY_END = new CountDownLatch(1);

        record Nothing() {}

        @Bean
        Tool<Nothing, Nothing> slow() {
            return Tool.<Nothing, Nothing>of("slow.look", Nothing.class, Nothing.class, nothing -> {
                        BEGUN.countDown();
                        if (!MAY_END.await(30, TimeUnit.SECONDS)) {
                            throw new IllegalStateException("nobody let it end");
                        }
                        return nothing;
                    })
                    .effect(SideEffect.READ);
        }
    }

    @Test
    void shutdown_answersWhatItHasBegun() throws Exception {
        start(Slow.class);
        CompletableFuture<HttpResponse<String>> answer =
                client.sendAsync(request(ADA, "POST", "/calls/slow.look", "{}"), HttpResponse.BodyHandlers.ofString());
        assertThat(Slow.BEGUN.await(30, TimeUnit.SECONDS)).isTrue();
        Thread closing = new Thread(shop::close, "closing");
        closing.start();
        await().atMost(Duration.ofSeconds(30)).until(() -> !shop.isRunning() || refuses());
        Slow.MAY_END.countDown();
        assertThat(answer.get(30, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
        closing.join(Duration.ofSeconds(30).toMillis());
        assertThat(closing.isAlive()).isFalse();
    }

    /** A server that shuts down takes no connection any more. */
    private boolean refuses() {
        try {
            HttpClient.newHttpClient()
                    .send(request(ADA, "GET", "/actuator/health", ""), HttpResponse.BodyHandlers.ofString());
            return false;
        } catch (IOException e) {
            return true;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
