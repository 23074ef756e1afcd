package dev.harbor.tools.a2a;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.harbor.error.ConfigurationException;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.testkit.ManualClock;
import dev.harbor.tool.ToolDefinition;
import dev.harbor.transport.SourceState;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A card is fetched where it is, read leniently, kept as long as it is good, and leads nowhere that it may not. */
final class AgentCardTest {

    private FakeAgent agent;

    @BeforeEach
    void start() throws IOException {
        agent = FakeAgent.start(FakeAgent.Speech.NEW);
    }

    @AfterEach
    void stop() {
        agent.close();
    }

    private A2aAccess.Builder loopback() {
        return A2aAccess.builder().allowLoopback();
    }

    private void startSource() {
        try (A2aTools source =
                A2aTools.agent("a", agent.url()).ownAccess(loopback().build()).build()) {
            source.start(toolset -> {});
        }
    }

    private CardStore store(A2aAccess access, String url) {
        PeerSettings settings = new PeerSettings(access, A2aLimits.standard(), List.of(), List.of(), false, null);
        return new CardStore(Urls.of(url, "url"), settings, A2aSignatures.ignored());
    }

    @Test
    void card_isFetchedBelowThePath_withTheVersion() {
        try (A2aAccess access = loopback().build()) {
            store(access, agent.url()).card();

            assertThat(agent.asked).hasSize(1);
            assertThat(agent.asked.get(0).path()).isEqualTo("/agents/one/.well-known/agent-card.json");
            assertThat(agent.asked.get(0).header("A2A-Version")).isEqualTo("1.0");
        }
    }

    @Test
    void card_byItsWholeAddress_isFetchedThere() {
        try (A2aAccess access = loopback().build()) {
            AgentCard card =
                    store(access, agent.url() + "/.well-known/agent-card.json").card();

            assertThat(card.name()).isEqualTo("Fake");
        }
    }

    @Test
    void card_wantedByManyAtOnce_isFetchedOnce() throws Exception {
        try (A2aAccess access = loopback().build()) {
            CardStore store = store(access, agent.url());
            List<AgentCard> cards = Together.run(32, number -> store.card());

            assertThat(Set.copyOf(cards)).hasSize(1);
            assertThat(agent.asked).hasSize(1);
        }
    }

    @Test
    void card_thatHasAged_isAskedForAgain_andKeptIfItIsTheSame() {
        ManualClock clock = ManualClock.create();
        agent.cardControl = "max-age=60";
        try (A2aAccess access = loopback().clock(clock).build()) {
            CardStore store = store(access, agent.url());
            AgentCard first = store.card();
            clock.advance(Duration.ofSeconds(59));
            store.card();
            assertThat(agent.asked).hasSize(1);

            clock.advance(Duration.ofSeconds(2));
            assertThat(store.card()).isSameAs(first);
            assertThat(agent.asked).hasSize(2);
            assertThat(agent.asked.get(1).header("If-None-Match")).isNotEmpty();
        }
    }

    @Test
    void card_thatCannotBeHadAgain_isKept() {
        ManualClock clock = ManualClock.create();
        try (A2aAccess access = loopback().clock(clock).build()) {
            CardStore store = store(access, agent.url());
            AgentCard first = store.card();
            agent.cardStatus = 500;
            clock.advance(Duration.ofDays(2));

            assertThat(store.card()).isSameAs(first);
            assertThat(store.trouble()).isNotNull();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {404, 500, 401})
    void card_thatIsNotThere_failsLoudly(int status) {
        agent.cardStatus = status;
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(this::startSource)
                .withMessageContaining("'a'")
                .withMessageContaining("card");
    }

    @Test
    void card_thatIsTooLarge_isRefused() {
        agent.card = card -> {
            card.put("description", "x".repeat(2 << 20));
            return card;
        };
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(this::startSource)
                .withMessageContaining("1048576");
    }

    @Test
    void card_withoutAnInterfaceThatIsSpoken_saysWhatItOffers() {
        agent.card = card -> {
            card.put(
                    "supportedInterfaces",
                    List.of(
                            Map.of("url", "grpc://x", "protocolBinding", "GRPC", "protocolVersion", "1.0"),
                            Map.of("url", agent.rpc(), "protocolBinding", "JSONRPC", "protocolVersion", "9.0")));
            return card;
        };
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(this::startSource)
                .withMessageContaining("GRPC 1.0, JSONRPC 9.0");
    }

    @Test
    void card_thatLeadsElsewhere_isRefused_unlessThatIsAllowed() throws Exception {
        try (FakeAgent other = FakeAgent.start(FakeAgent.Speech.NEW)) {
            agent.card = card -> {
                card.put(
                        "supportedInterfaces",
                        List.of(Map.of("url", other.rpc(), "protocolBinding", "JSONRPC", "protocolVersion", "1.0")));
                return card;
            };
            assertThatExceptionOfType(ConfigurationException.class)
                    .isThrownBy(this::startSource)
                    .withMessageContaining("another origin");
            assertThat(other.asked).isEmpty();
            try (World world = World.of(agent, builder -> builder.allowOrigin(other.rpc()))) {
                assertThat(World.text(world.result("echo allowed"))).isEqualTo("allowed");
            }
        }
    }

    @Test
    void interface_ofTheBestVersionAndBinding_isChosen() {
        agent.card = card -> {
            card.put(
                    "supportedInterfaces",
                    List.of(
                            Map.of("url", agent.rpc() + "/3", "protocolBinding", "JSONRPC", "protocolVersion", "0.3"),
                            Map.of(
                                    "url",
                                    agent.rpc() + "/r",
                                    "protocolBinding",
                                    "HTTP+JSON",
                                    "protocolVersion",
                                    "1.0.1"),
                            Map.of("url", agent.rpc(), "protocolBinding", "JSONRPC", "protocolVersion", "1.0")));
            return card;
        };
        try (World world = World.of(agent)) {
            assertThat(World.text(world.result("echo best"))).isEqualTo("best");
        }
    }

    @Test
    void tenant_ofTheInterface_isInEveryMessage() {
        agent.card = card -> {
            card.put(
                    "supportedInterfaces",
                    List.of(Map.of(
                            "url",
                            agent.rpc(),
                            "protocolBinding",
                            "JSONRPC",
                            "protocolVersion",
                            "1.0",
                            "tenant",
                            "t7")));
            return card;
        };
        try (World world = World.of(agent)) {
            world.result("drop");

            assertThat(agent.asked.stream().filter(each -> each.path().equals("/rpc/one")))
                    .hasSizeGreaterThan(1)
                    .allMatch(each -> Json.parse(each.body())
                            .at("/params/tenant")
                            .map(Json::asString)
                            .orElse("")
                            .equals("t7"));
        }
    }

    @Test
    void extensionThatIsRequired_isRefusedBeforeAnythingIsSent_unlessItIsSpoken() {
        agent.card = card -> {
            card.put(
                    "capabilities",
                    Map.of(
                            "streaming",
                            true,
                            "extensions",
                            List.of(Map.of("uri", "https://x.example/ext", "required", true))));
            return card;
        };
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(this::startSource)
                .withMessageContaining("https://x.example/ext");
        try (World world = World.of(agent, builder -> builder.extensions("https://x.example/ext"))) {
            world.result("echo");
            assertThat(agent.asked.get(agent.asked.size() - 1).header("A2A-Extensions"))
                    .isEqualTo("https://x.example/ext");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"httpAuthSecurityScheme\":{\"scheme\":\"Bearer\"}} | BEARER",
                "{\"scheme\":{\"$case\":\"httpAuthSecurityScheme\",\"value\":{\"scheme\":\"bearer\"}}} | BEARER",
                "{\"type\":\"http\",\"scheme\":\"bearer\"} | BEARER",
                "{\"scheme\":\"Bearer\",\"bearerFormat\":\"JWT\"} | BEARER",
                "{\"type\":\"http\",\"scheme\":\"basic\"} | BASIC",
                "{\"apiKeySecurityScheme\":{\"location\":\"header\",\"name\":\"X-Key\"}} | HEADER",
                "{\"type\":\"apiKey\",\"in\":\"query\",\"name\":\"key\"} | QUERY",
                "{\"type\":\"apiKey\",\"in\":\"cookie\",\"name\":\"key\"} | COOKIE",
                "{\"oauth2SecurityScheme\":{\"flows\":{}}} | BEARER",
                "{\"flows\":{}} | BEARER",
                "{\"openIdConnectSecurityScheme\":{\"openIdConnectUrl\":\"https://x\"}} | BEARER",
                "{\"mtlsSecurityScheme\":{}} | MUTUAL_TLS",
                "{\"type\":\"quantum\"} | UNREADABLE",
                "{\"apiKeySecurityScheme\":{\"name\":\"a b\"}} | UNREADABLE",
                "7 | UNREADABLE"
            })
    void securityScheme_inEveryForm_isRead(String json, SecurityScheme.Kind kind) {
        assertThat(SecurityScheme.read(Json.parse(json)).kind()).isEqualTo(kind);
    }

    @Test
    void tools_areNamedByTheirSkills_whateverTheirOrder() {
        List<Map<String, Object>> skills = new ArrayList<>(List.of(
                FakeAgent.skill("plan trip/now", "Plan", "Plans"),
                FakeAgent.skill("plan_trip_now", "Other", "Others"),
                FakeAgent.skill("twice", "One", "a"),
                FakeAgent.skill("twice", "One", "b"),
                FakeAgent.skill("日本", "Nihon", "c"),
                FakeAgent.skill("x".repeat(100), "Long", "d")));
        agent.card = card -> {
            card.put("skills", skills);
            return card;
        };
        List<String> first = names();
        java.util.Collections.reverse(skills);
        List<String> second = names();

        assertThat(first).hasSize(6).doesNotHaveDuplicates().allMatch(name -> name.matches("[A-Za-z0-9_-]{1,64}"));
        assertThat(second).containsExactlyInAnyOrderElementsOf(first);
    }

    private static List<ToolDefinition> tools(World world) {
        return world.ada().tools().stream()
                .filter(each -> each.source().equals("a"))
                .toList();
    }

    private List<String> names() {
        try (World world = World.of(agent)) {
            return tools(world).stream().map(each -> each.id().name()).toList();
        }
    }

    @Test
    void wordsOfACard_areCleanedBoundedAndMarked() {
        agent.card = card -> {
            card.put(
                    "skills",
                    List.of(Map.of(
                            "id",
                            "s",
                            "name",
                            "Do\u202e it",
                            "description",
                            "y".repeat(10_000),
                            "tags",
                            List.of("a\u0007b"),
                            "examples",
                            List.of("make tea"))));
            return card;
        };
        try (World world = World.of(agent)) {
            ToolDefinition tool = tools(world).get(0);

            assertThat(tool.description())
                    .startsWith("Do it: yyy")
                    .hasSizeLessThan(2200)
                    .contains("In the words of the remote agent 'Fake'");
            assertThat(tool.tags()).containsExactly("ab");
            assertThat(tool.examples().get(0).arguments().toString()).isEqualTo("{\"message\":\"make tea\"}");
            assertThat(tool.source()).isEqualTo("a");
        }
    }

    @Test
    void agentWithManySkills_orByChoice_isOneTool() {
        List<Map<String, Object>> skills = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            skills.add(FakeAgent.skill("s" + i, "S" + i, "d"));
        }
        agent.card = card -> {
            card.put("skills", skills);
            return card;
        };
        assertThat(names()).containsExactly("a");
        try (World world = World.of(agent, builder -> builder.mostSkills(30))) {
            assertThat(tools(world)).hasSize(30);
        }
        try (World world = World.of(agent, builder -> builder.mostSkills(30).singleTool())) {
            assertThat(tools(world)).hasSize(1);
        }
        try (World world = World.of(agent, builder -> builder.skills("s3", "s4").rename("s3", "third"))) {
            assertThat(tools(world)).extracting(each -> each.id().name()).containsExactlyInAnyOrder("third", "a_s4");
        }
    }

    @Test
    void extendedCard_isForTheIdentityThatItIsShownTo() {
        agent.token = World.TOKEN;
        Map<String, Object> open = agent.card();
        Map<String, Object> mine = new java.util.LinkedHashMap<>(open);
        mine.put("skills", List.of(FakeAgent.skill("do", "Do", "d"), FakeAgent.skill("secret", "Secret", "s")));
        agent.card = card -> {
            card.put("capabilities", Map.of("streaming", true, "extendedAgentCard", true));
            return card;
        };
        try (World without = World.of(agent, builder -> builder.bearer("TOKEN").extendedCard(World.ADA))) {
            assertThat(tools(without)).extracting(each -> each.id().name()).containsExactly("a_do");
        }
        agent.extended = mine;
        try (World world = World.of(agent, builder -> builder.bearer("TOKEN").extendedCard(World.ADA))) {
            Identity bob = Identity.of("acme", "bob", "session-1");
            assertThat(tools(world)).extracting(each -> each.id().name()).containsExactlyInAnyOrder("a_do", "a_secret");
            assertThat(world.runtime.as(bob).tools())
                    .noneMatch(each -> each.id().name().equals("a_secret"));
        }
    }

    @Test
    void cardThatHasChanged_replacesTheTools_andOneThatCannotBeHadLeavesThem() {
        List<String> generations = new CopyOnWriteArrayList<>();
        try (A2aAccess access = loopback().build();
                A2aTools source = A2aTools.agent("a", agent.url())
                        .access(access)
                        .manualRefresh()
                        .build()) {
            source.start(toolset -> generations.add(
                    toolset.generation() + toolset.definitions().get(0).declaredName()));
            source.reload();
            assertThat(generations).hasSize(1);

            agent.card = card -> {
                card.put("skills", List.of(FakeAgent.skill("new", "New", "n")));
                return card;
            };
            source.reload();
            assertThat(generations).hasSize(2);
            assertThat(generations.get(1)).startsWith("2-").endsWith("a_new");

            agent.cardStatus = 500;
            source.reload();
            assertThat(generations).hasSize(2);
            assertThat(source.state()).isEqualTo(SourceState.DEGRADED);
        }
    }
}
