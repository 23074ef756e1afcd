package dev.harbor.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class CodingTest {

    private static final String TEXT = "what is to be compressed, and said twice: what is to be compressed";

    private final GuardedHttp http = Local.client();

    @AfterEach
    void close() {
        http.close();
    }

    @Test
    void codings_areUndone() throws Exception {
        byte[] text = TEXT.getBytes(StandardCharsets.UTF_8);
        assertThat(read("gzip", gzip(text))).isEqualTo(TEXT);
        assertThat(read("X-GZip", gzip(text))).isEqualTo(TEXT);
        assertThat(read("deflate", deflated(text, false))).isEqualTo(TEXT);
        assertThat(read("deflate", deflated(text, true))).isEqualTo(TEXT);
        assertThat(read("identity", text)).isEqualTo(TEXT);
        assertThat(read("gzip", gzip(new byte[0]))).isEmpty();
        assertThat(read("gzip", new byte[0])).isEmpty();
        assertThat(read("deflate", new byte[0])).isEmpty();
    }

    @Test
    void connection_isUsedAgainAfterACodedBody() throws Exception {
        byte[] text = TEXT.getBytes(StandardCharsets.UTF_8);
        for (String coding : new String[] {"gzip", "deflate"}) {
            byte[] body = coding.equals("gzip") ? gzip(text) : deflated(text, false);
            try (ScriptedServer server = ScriptedServer.start(peer -> {
                while (peer.readHead() != null) {
                    peer.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Encoding: " + coding
                            + "\r\n\r\n");
                    peer.send(Integer.toHexString(body.length) + "\r\n");
                    peer.send(body);
                    peer.send("\r\n0\r\n\r\n");
                }
            })) {
                for (int i = 0; i < 5; i++) {
                    assertThat(Local.read(http, server.uri("/"))).isEqualTo(TEXT);
                }
                assertThat(server.connections()).isEqualTo(1);
            }
        }
    }

    @Test
    void members_ofGzip_areAllReadWhateverPausesBetweenThem() throws Exception {
        byte[] first = gzip("first ".getBytes(StandardCharsets.UTF_8));
        byte[] second = gzip("second".getBytes(StandardCharsets.UTF_8));
        CountDownLatch read = new CountDownLatch(1);
        try (ScriptedServer server = ScriptedServer.start(peer -> {
            peer.readHead();
            peer.send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: " + (first.length + second.length)
                    + "\r\n\r\n");
            peer.send(first);
            read.await();
            peer.send(second);
        })) {
            try (Reply reply = Local.get(http, server.uri("/"))) {
                byte[] six = reply.body().readNBytes(6);
                assertThat(six).isEqualTo("first ".getBytes(StandardCharsets.UTF_8));
                read.countDown();
                assertThat(reply.body().readAllBytes()).isEqualTo("second".getBytes(StandardCharsets.UTF_8));
            }
        }
    }

    @Test
    void coding_thatIsCutOrGarbage_fails() throws Exception {
        byte[] gzip = gzip(TEXT.getBytes(StandardCharsets.UTF_8));
        byte[] deflated = deflated(TEXT.getBytes(StandardCharsets.UTF_8), false);
        byte[] wrongSum = gzip.clone();
        wrongSum[gzip.length - 6] ^= 1;
        assertThat(failure("gzip", Arrays.copyOf(gzip, gzip.length - 9))).isEqualTo(NetFailure.PROTOCOL);
        assertThat(failure("gzip", Arrays.copyOf(gzip, 5))).isEqualTo(NetFailure.PROTOCOL);
        assertThat(failure("gzip", wrongSum)).isEqualTo(NetFailure.PROTOCOL);
        assertThat(failure("gzip", TEXT.getBytes(StandardCharsets.UTF_8))).isEqualTo(NetFailure.PROTOCOL);
        assertThat(failure("deflate", Arrays.copyOf(deflated, deflated.length - 9)))
                .isEqualTo(NetFailure.PROTOCOL);
        assertThat(failure("deflate", TEXT.getBytes(StandardCharsets.UTF_8))).isEqualTo(NetFailure.PROTOCOL);
    }

    @Test
    void connection_thatBreaksInsideACodedBody_isNotTakenForItsEnd() throws Exception {
        byte[] first = gzip("first ".getBytes(StandardCharsets.UTF_8));
        try (ScriptedServer server = ScriptedServer.start(peer -> {
            peer.readHead();
            peer.send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: " + first.length * 2 + "\r\n\r\n");
            peer.send(first);
        })) {
            assertThat(Local.failure(http, server.uri("/")).failure()).isEqualTo(NetFailure.BROKEN);
        }
    }

    @Test
    void bomb_ofAHundredMegabytes_endsEarly() throws Exception {
        byte[] bomb = bomb(100 << 20);
        assertThat(bomb.length).isLessThan(1 << 20);
        try (ScriptedServer server = ScriptedServer.start(peer -> {
            peer.readHead();
            peer.send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: " + bomb.length + "\r\n\r\n");
            peer.send(bomb);
        })) {
            CountingOutput read = new CountingOutput();
            try (Reply reply = http.send(Outbound.get(server.uri("/"))
                    .limits(NetLimits.standard().body(NetLimits.UNLIMITED))
                    .build())) {
                NetException failure = Local.failure(() -> reply.body().transferTo(read));
                assertThat(failure.failure()).isEqualTo(NetFailure.TOO_LARGE);
                assertThat(failure).hasMessageContaining("200-fold");
            }
            assertThat(read.count).isLessThan(4 << 20);
            try (Reply reply = http.send(Outbound.get(server.uri("/"))
                    .limits(NetLimits.standard().body(5 << 20).expansion(100_000))
                    .build())) {
                assertThat(Local.failure(() -> reply.body().readAllBytes())).hasMessageContaining("5242880");
            }
        }
        Local.awaitNoConnection(http);
    }

    @Test
    void uncompressed_isAskedFor() throws Exception {
        try (ScriptedServer server = ScriptedServer.answering("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")) {
            http.send(Outbound.get(server.uri("/")).uncompressed().build()).close();
            assertThat(server.heads().get(0)).contains("Accept-Encoding: identity\r\n");
        }
    }

    private NetFailure failure(String coding, byte[] body) {
        return Local.failure(() -> read(coding, body)).failure();
    }

    private String read(String coding, byte[] body) throws Exception {
        try (ScriptedServer server = ScriptedServer.start(peer -> {
            peer.readHead();
            peer.send("HTTP/1.1 200 OK\r\nContent-Encoding: " + coding + "\r\nContent-Length: " + body.length
                    + "\r\n\r\n");
            peer.send(body);
            peer.readToEnd();
        })) {
            return Local.read(http, server.uri("/"));
        }
    }

    private static byte[] gzip(byte[] content) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(bytes)) {
            out.write(content);
        }
        return bytes.toByteArray();
    }

    private static byte[] deflated(byte[] content, boolean bare) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Deflater deflater = new Deflater(9, bare);
        try (OutputStream out = new DeflaterOutputStream(bytes, deflater)) {
            out.write(content);
        } finally {
            deflater.end();
        }
        return bytes.toByteArray();
    }

    private static byte[] bomb(int size) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        byte[] zeros = new byte[1 << 20];
        try (OutputStream out = new GZIPOutputStream(bytes)) {
            for (int written = 0; written < size; written += zeros.length) {
                out.write(zeros);
            }
        }
        return bytes.toByteArray();
    }

    private static final class CountingOutput extends OutputStream {

        private long count;

        @Override
        public void write(int one) {
            count++;
        }

        @Override
        public void write(byte[] bytes, int from, int length) {
            count += length;
        }
    }
}
