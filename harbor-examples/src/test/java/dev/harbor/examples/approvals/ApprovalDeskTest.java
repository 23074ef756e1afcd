package dev.harbor.examples.approvals;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

final class ApprovalDeskTest {

    private final Browsing ada = new Browsing();
    private ApprovalDesk desk;

    @TempDir
    Path folder;

    @BeforeEach
    void start() throws IOException {
        desk = ApprovalDesk.start(folder, 0);
        ada.open(desk.address());
    }

    @AfterEach
    void stop() {
        desk.close();
    }

    private void begin(String goal, String until) {
        ada.press("goal", goal, Map.of());
        await(until);
    }

    private void await(String text) {
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .until(() -> ada.open(desk.address()), page -> page.contains(text));
    }

    @Test
    void payment_isMadeOnce_whenAPersonApproves() {
        begin("pay eve 700", "may this money be sent?");
        assertThat(desk.paid()).isZero();

        ada.press(
                "decision",
                "approve",
                Map.of("arguments", "{\"amount\":700,\"to\":\"eve\"}", "shown", "{\"amount\":700,\"to\":\"eve\"}"));
        await("pay eve 700: succeeded");

        assertThat(desk.paid()).isEqualTo(700);
        assertThat(ada.page()).doesNotContain("may this money be sent?");
    }

    @Test
    void payment_isWhatThePersonMadeOfIt_andOneThatDoesNotFitIsRefused() {
        begin("pay eve 700", "may this money be sent?");
        assertThat(ada.press("decision", "approve", Map.of("arguments", "{\"to\":\"eve\",\"amount\":\"much\"}")))
                .contains("id=problem");
        await("may this money be sent?");

        ada.press("decision", "approve", Map.of("arguments", "{\"to\":\"eve\",\"amount\":70}"));
        await("pay eve 700: succeeded");

        assertThat(desk.paid()).isEqualTo(70);
    }

    @Test
    void payment_isNotMade_whenAPersonRejects() {
        begin("pay eve 700", "may this money be sent?");

        ada.press("decision", "reject", Map.of());
        await("pay eve 700: succeeded");

        assertThat(desk.paid()).isZero();
    }

    @Test
    void meeting_isInTheCalendar_whenAPersonHasGivenAccess() {
        begin("appoint a meeting", "Give access");
        URI calendar = ada.link("consent");
        assertThat(desk.events()).isZero();

        ada.open(calendar);
        ada.press("answer", "yes", Map.of());
        await("appoint a meeting: succeeded");

        assertThat(desk.events()).isEqualTo(1);
        begin("appoint a meeting", "<li>appoint a meeting: succeeded<li>appoint a meeting: succeeded");
        assertThat(desk.events()).isEqualTo(2);
    }

    @Test
    void meeting_isNotMade_whenAPersonGivesNoAccess() {
        begin("appoint a meeting", "Give access");

        ada.open(ada.link("consent"));
        ada.press("answer", "no", Map.of());
        await("appoint a meeting: succeeded");

        assertThat(desk.events()).isZero();
    }

    @Test
    void secretsOfTheCalendar_standOnNoPage_inNoFile_andInNoLogLine() throws IOException {
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        log.start();
        root.addAppender(log);
        try {
            begin("appoint a meeting", "Give access");
            URI calendar = ada.link("consent");
            ada.open(desk.address().resolve("/oauth/callback?code=none&state=none"));
            ada.open(calendar);
            ada.press("answer", "yes", Map.of());
            await("appoint a meeting: succeeded");
        } finally {
            root.detachAppender(log);
        }
        StringBuilder told = new StringBuilder(ada.seen());
        List.copyOf(log.list).forEach(line -> told.append(line.getFormattedMessage()));
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                told.append(Files.readString(file, StandardCharsets.ISO_8859_1));
            }
        }
        assertThat(desk.events()).isEqualTo(1);
        assertThat(desk.secrets()).hasSizeGreaterThanOrEqualTo(5).doesNotContain("");
        assertThat(told.toString()).contains("code_challenge", "run.ended").doesNotContain(desk.secrets());
    }

    @Test
    void otherBrowser_seesNothing_andMovesNothing() {
        begin("pay eve 700", "may this money be sent?");
        String mine = ada.page();
        Browsing eve = new Browsing();

        assertThat(eve.open(desk.address())).doesNotContain("may this money be sent?", "pay eve 700: ");
        URI decide = desk.address().resolve("/decide");
        String pause = mine.replaceAll("(?s).*name=pause value=\"([^\"]*)\".*", "$1");
        String proof = eve.page().replaceAll("(?s).*?name=proof value=\"([^\"]*)\".*", "$1");
        eve.post(decide, Map.of("pause", pause, "decision", "approve", "proof", proof));
        assertThat(eve.post(decide, Map.of("pause", pause, "decision", "approve")))
                .contains("not sent from the page");

        assertThat(ada.open(desk.address())).contains("may this money be sent?");
        assertThat(desk.paid()).isZero();
    }

    @Test
    void text_ofAnybody_standsForItself() {
        assertThat(Form.escaped("<script>'\"&")).isEqualTo("&lt;script&gt;&#39;&quot;&amp;");
    }
}
