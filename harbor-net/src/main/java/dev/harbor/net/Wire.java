package dev.harbor.net;

import dev.harbor.net.WireInput.HeadTooLarge;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.MessageConstraintException;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;
import org.apache.hc.core5.http.message.MessageSupport;
import org.apache.hc.core5.io.CloseMode;
import org.jspecify.annotations.Nullable;

/** Puts messages on a connection and takes them off. */
final class Wire {

    private static final int PROXY_HEAD_BYTES = 16 << 10;
    private static final int SWITCHING_PROTOCOLS = 101;

    private Wire() {}

    /** Asks a proxy for a way to a target and returns its status. */
    static int connectThrough(Connection connection, Target target, @Nullable String authorization)
            throws IOException, HttpException {
        String where = target.authority();
        String named = where.endsWith(":" + target.port()) ? where : where + ':' + target.port();
        ClassicHttpRequest request = new BasicClassicHttpRequest("CONNECT", null, null, named);
        request.addHeader("Host", named);
        if (authorization != null) {
            request.addHeader("Proxy-Authorization", authorization);
        }
        connection.sendRequestHeader(request);
        connection.flush();
        return head(connection, PROXY_HEAD_BYTES).getCode();
    }

    /** Sends a request with its body, if it has one. */
    static void send(Connection connection, ClassicHttpRequest request) throws IOException, HttpException {
        connection.sendRequestHeader(request);
        connection.sendRequestEntity(request);
        connection.flush();
    }

    /** Reads the head of an answer; what comes before it as information is passed over. */
    static ClassicHttpResponse head(Connection connection, long mostBytes) throws IOException, HttpException {
        connection.boundHead(mostBytes);
        ClassicHttpResponse response = connection.receiveResponseHeader();
        while (response.getCode() < 200) {
            if (response.getCode() == SWITCHING_PROTOCOLS) {
                throw new HttpException("the other side switches protocols without being asked to");
            }
            response = connection.receiveResponseHeader();
        }
        connection.unboundHead();
        return response;
    }

    /** Returns the body of an answer as it comes, or an empty stream when it can have none. */
    static InputStream body(Connection connection, ClassicHttpRequest request, ClassicHttpResponse response)
            throws IOException, HttpException {
        if (!MessageSupport.canResponseHaveBody(request.getMethod(), response)) {
            return InputStream.nullInputStream();
        }
        connection.receiveResponseEntity(response);
        return response.getEntity().getContent();
    }

    /** Tells whether a failure is that a head was over its limits. */
    static boolean isTooLarge(Exception failure) {
        return failure instanceof HeadTooLarge || failure instanceof MessageConstraintException;
    }

    /** Copies content that must have a length, or any if it is unknown. */
    static void copy(InputStream from, OutputStream to, long length, Connection connection) throws IOException {
        byte[] buffer = new byte[16 << 10];
        long copied = 0;
        for (int n = read(from, buffer, connection); n >= 0; n = read(from, buffer, connection)) {
            copied += n;
            if (length >= 0 && copied > length) {
                throw broken(connection, new PayloadException("the content is longer than " + length + " bytes", null));
            }
            to.write(buffer, 0, n);
        }
        if (length >= 0 && copied < length) {
            throw broken(connection, new PayloadException("the content ended before " + length + " bytes", null));
        }
    }

    private static int read(InputStream from, byte[] buffer, Connection connection) throws IOException {
        try {
            return from.read(buffer);
        } catch (IOException | RuntimeException e) {
            throw broken(connection, new PayloadException("the content could not be read", e));
        }
    }

    /** A body that ends early is closed by what writes it, which would make it look whole: the connection must be gone before. */
    private static PayloadException broken(Connection connection, PayloadException failure) {
        connection.close(CloseMode.IMMEDIATE);
        return failure;
    }

    /** Says that what was to be sent is not what it should be. */
    static final class PayloadException extends IOException {

        private static final long serialVersionUID = 1L;

        PayloadException(String message, @Nullable Throwable cause) {
            super(message, cause);
        }
    }
}
