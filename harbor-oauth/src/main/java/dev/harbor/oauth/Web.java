package dev.harbor.oauth;

import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.http.HTTPRequest;
import com.nimbusds.oauth2.sdk.http.HTTPResponse;
import dev.harbor.error.HarborException;
import dev.harbor.json.Json;
import dev.harbor.net.GuardedHttp;
import dev.harbor.net.NetException;
import dev.harbor.net.Outbound;
import dev.harbor.net.Payload;
import dev.harbor.net.Redirects;
import dev.harbor.net.Reply;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Sends every request of this module through the guarded client. Thread-safe. */
final class Web implements AutoCloseable {

    private static final int MOST_BYTES = 1 << 20;
    private static final String JSON = "application/json";

    private final GuardedHttp http;

    Web(GuardedHttp http) {
        this.http = http;
    }

    /**
     * Sends a request that Nimbus has written; no redirect is followed, since it carries secrets.
     *
     * @throws OAuthException with {@link OAuthException#UNAVAILABLE} if there is no answer
     */
    HTTPResponse send(HTTPRequest request) {
        Outbound.Builder outbound = Outbound.builder(request.getMethod().name(), request.getURI())
                .redirects(Redirects.NONE)
                .header("Accept", JSON);
        String body = request.getBody();
        if (body != null) {
            outbound.payload(Payload.of(body, String.valueOf(request.getEntityContentType())));
        }
        for (Map.Entry<String, List<String>> header : request.getHeaderMap().entrySet()) {
            String name = header.getKey();
            if (!Outbound.isManaged(name) && !name.equalsIgnoreCase("Accept")) {
                header.getValue().forEach(value -> outbound.header(name, value));
            }
        }
        return response(outbound.build());
    }

    private HTTPResponse response(Outbound outbound) {
        try (Reply reply = http.send(outbound)) {
            HTTPResponse response = new HTTPResponse(reply.status());
            reply.headers().first("Content-Type").ifPresent(type -> contentType(response, type));
            response.setBody(reply.text(MOST_BYTES));
            return response;
        } catch (NetException e) {
            throw unavailable(outbound.uri(), e);
        }
    }

    private static void contentType(HTTPResponse response, String type) {
        try {
            response.setContentType(type);
        } catch (ParseException ignored) {
            // An answer without a type that can be read is refused by whoever reads it.
        }
    }

    /**
     * Reads a document that a server publishes about itself; empty when it says that there is none.
     *
     * @throws OAuthException with {@link OAuthException#UNAVAILABLE} if there is no answer, with {@link OAuthException#DISCOVERY_FAILED} if it is no JSON object
     */
    Optional<Json> document(URI address) {
        Outbound request = Outbound.get(address).header("Accept", JSON).build();
        try (Reply reply = http.send(request)) {
            if (reply.status() >= 500) {
                throw failed(address, "answers with status " + reply.status());
            }
            return reply.isSuccess() ? Optional.of(object(address, reply.bodyBytes(MOST_BYTES))) : Optional.empty();
        } catch (NetException e) {
            throw unavailable(address, e);
        }
    }

    /** Sends JSON and returns the status, and the answer if it is an object. */
    Posted post(URI address, Json body) {
        Outbound request = Outbound.post(address, Payload.of(body))
                .redirects(Redirects.NONE)
                .header("Accept", JSON)
                .build();
        try (Reply reply = http.send(request)) {
            byte[] answer = reply.bodyBytes(MOST_BYTES);
            return new Posted(reply.status(), reply.isSuccess() ? object(address, answer) : Json.EMPTY_OBJECT);
        } catch (NetException e) {
            throw unavailable(address, e);
        }
    }

    /** Is the answer to something that was sent. */
    record Posted(int status, Json body) {}

    private static Json object(URI address, byte[] bytes) {
        try {
            Json document = Json.parse(bytes);
            if (document.kind() == Json.Kind.OBJECT) {
                return document;
            }
        } catch (HarborException ignored) {
            // What a server sends stands in no message.
        }
        throw failed(address, "answers with something that is no JSON object");
    }

    private static OAuthException failed(URI address, String how) {
        return new OAuthException(OAuthException.DISCOVERY_FAILED, where(address) + ' ' + how);
    }

    private static OAuthException unavailable(URI address, NetException cause) {
        return new OAuthException(
                OAuthException.UNAVAILABLE,
                where(address) + " can't be asked at the moment (" + cause.failure() + ")",
                "",
                cause);
    }

    private static String where(URI address) {
        return Addresses.origin(address) + Addresses.path(address);
    }

    @Override
    public void close() {
        http.close();
    }
}
