package dev.harbor.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.harbor.artifact.ArtifactInfo;
import dev.harbor.artifact.ArtifactOptions;
import dev.harbor.artifact.ScopedArtifacts;
import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class ArtifactBodiesTest {

    private final GuardedHttp http = Local.client();
    private final ScopedArtifacts artifacts = Stores.memory();

    @AfterEach
    void close() {
        http.close();
    }

    @Test
    void body_isStoredWithItsTypeAndHash() throws Exception {
        byte[] content = "ä".repeat(100_000).getBytes(StandardCharsets.UTF_8);
        try (ScriptedServer server = ScriptedServer.start(peer -> {
            peer.readHead();
            peer.send("HTTP/1.1 200 OK\r\nContent-Type: Text/Plain; charset=utf-8\r\nContent-Length: " + content.length
                    + "\r\n\r\n");
            peer.send(content);
            peer.readToEnd();
        })) {
            ArtifactInfo stored = Local.get(http, server.uri("/")).saveTo(artifacts);
            assertThat(stored.mediaType()).isEqualTo("Text/Plain; charset=utf-8");
            assertThat(stored.sizeBytes()).isEqualTo(content.length);
            assertThat(stored.ref().sha256())
                    .isEqualTo(HexFormat.of()
                            .formatHex(MessageDigest.getInstance("SHA-256").digest(content)));
            assertThat(artifacts.open(stored.ref()).readAllBytes()).isEqualTo(content);
            assertThat(http.openConnections()).isEqualTo(1);
        }
    }

    @Test
    void body_thatIsCutOrTooLarge_isNotStored() throws Exception {
        try (ScriptedServer server = ScriptedServer.start(peer -> {
            peer.readHead();
            peer.send("HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n" + "x".repeat(4000));
        })) {
            NetException cut =
                    Local.failure(() -> Local.get(http, server.uri("/")).saveTo(artifacts));
            assertThat(cut.failure()).isEqualTo(NetFailure.BROKEN);
            NetException large = Local.failure(() -> http.send(Outbound.get(server.uri("/"))
                            .limits(NetLimits.standard().body(1000))
                            .build())
                    .saveTo(artifacts, ArtifactOptions.of("text/plain")));
            assertThat(large.failure()).isEqualTo(NetFailure.TOO_LARGE);
            assertThat(artifacts.list()).isEmpty();
            Local.awaitNoConnection(http);
        }
    }

    @Test
    void type_thatIsNone_becomesTheDefault() throws Exception {
        try (ScriptedServer server =
                ScriptedServer.answering("HTTP/1.1 200 OK\r\nContent-Type: \u00e4\r\nContent-Length: 2\r\n\r\nok")) {
            assertThat(Local.get(http, server.uri("/")).saveTo(artifacts).mediaType())
                    .isEqualTo(ArtifactOptions.DEFAULT_MEDIA_TYPE);
        }
    }

    @Test
    void artifact_isSentFromItsStore() throws Exception {
        byte[] content = "x".repeat(200_000).getBytes(StandardCharsets.US_ASCII);
        ArtifactInfo stored = artifacts.put(content, ArtifactOptions.of("image/png"));
        try (ScriptedServer server = ScriptedServer.start(peer -> {
            peer.readHead();
            String sum = String.valueOf(peer.readBytes(200_000).length);
            peer.send("HTTP/1.1 200 OK\r\nContent-Length: " + sum.length() + "\r\n\r\n" + sum);
        })) {
            Outbound request = Outbound.builder("PUT", server.uri("/"))
                    .payload(Payload.of(artifacts, stored))
                    .build();
            try (Reply reply = http.send(request)) {
                assertThat(reply.text(10)).isEqualTo("200000");
            }
            assertThat(server.heads().get(0))
                    .contains("Content-Type: image/png\r\n")
                    .contains("Content-Length: 200000\r\n");
        }
    }

    @Test
    void artifact_thatIsGone_sendsNothing() throws Exception {
        ArtifactInfo stored = artifacts.put("gone");
        artifacts.delete(stored.ref());
        try (ScriptedServer server = ScriptedServer.answering("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")) {
            Outbound request = Outbound.post(server.uri("/"), Payload.of(artifacts, stored))
                    .build();
            assertThatExceptionOfType(StoreException.class)
                    .isThrownBy(() -> http.send(request))
                    .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.ARTIFACT_NOT_FOUND));
            assertThat(server.connections()).isZero();
            Local.awaitNoConnection(http);
        }
    }
}
