package dev.harbor.net;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Whatever goes wrong, and however much is logged, a secret of a request or an answer shows nowhere. */
final class SecretsTest {

    private static final String SECRET = "s3cr3t";

    private final List<String> said = new ArrayList<>();

    private static final List<String> ANSWERS = List.of(
            "",
            "HTTP/1.1 200 OK\r\nSet-Cookie: " + SECRET + "\r\nContent-Length: 6\r\n\r\n" + SECRET,
            "HTTP/1.1 200 OK\r\nContent-Length: 60\r\n\r\n" + SECRET,
            "HTTP/1.1 200 OK\r\nContent-Length: " + SECRET + "\r\n\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: " + SECRET + "\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Encoding: " + SECRET + "\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=" + SECRET + "\r\n\r\n" + SECRET,
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + SECRET + "\r\n",
            "HTTP/1.1 302 Found\r\nLocation: http://" + SECRET + "@127.0.0.1/?" + SECRET
                    + "\r\nContent-Length: 0\r\n\r\n",
            "HTTP/1.1 302 Found\r\nLocation: https://example.invalid/?" + SECRET + "\r\nContent-Length: 0\r\n\r\n",
            SECRET + "\r\n\r\n",
            "HTTP/1.1 " + SECRET + "\r\n\r\n");

    @Test
    void secrets_showInNoMessageOfAFailure() throws Exception {
        requests(failure -> said.add(String.valueOf(failure.getMessage())));
        assertThat(said).hasSizeGreaterThan(5).noneMatch(text -> text.contains(SECRET));
        assertThat(said).allMatch(text -> text.length() < 500 && text.chars().noneMatch(Character::isISOControl));
    }

    @Test
    void secrets_showInNoLogAtAnyLevel() throws Exception {
        Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        Level before = root.getLevel();
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        root.setLevel(Level.TRACE);
        root.addAppender(lines);
        try {
            LoggerFactory.getLogger(SecretsTest.class).debug("heard");
            requests(failure -> {});
        } finally {
            root.detachAppender(lines);
            root.setLevel(before);
        }
        assertThat(lines.list).extracting(ILoggingEvent::getFormattedMessage).contains("heard");
        assertThat(lines.list)
                .noneMatch(line -> line.getFormattedMessage().contains(SECRET)
                        || line.getLoggerName().startsWith("org.apache.hc"));
    }

    private static void requests(Consumer<NetException> failed) throws Exception {
        for (String answer : ANSWERS) {
            try (ScriptedServer server = ScriptedServer.start(peer -> {
                        peer.readHead();
                        peer.send(answer);
                    });
                    GuardedHttp http = Local.client()) {
                Outbound request = Outbound.post(
                                URI.create(server.uri("/path") + "?key=" + SECRET + "#" + SECRET),
                                Payload.of(SECRET, "text/plain"))
                        .header("Authorization", SECRET)
                        .redirects(new Redirects(3, true, true))
                        .build();
                try (Reply reply = http.send(request)) {
                    reply.text(Local.ALL);
                } catch (NetException e) {
                    failed.accept(e);
                }
            }
        }
    }
}
