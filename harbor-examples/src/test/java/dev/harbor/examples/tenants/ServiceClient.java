package dev.harbor.examples.tenants;

import dev.harbor.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.CompletableFuture;

/** Talks to a service as one session of a tenant. */
record ServiceClient(HttpClient http, int port, String session) {

    static ServiceClient of(TwoTenantService service, String tenant, String user, String session) {
        String path = "/tenants/" + tenant + "/users/" + user + "/sessions/" + session;
        return new ServiceClient(HttpClient.newHttpClient(), service.port(), path);
    }

    /** A response whose body is read when it is asked for. */
    record Response(int status, HttpResponse<String> raw) {

        Json json() {
            return Json.parse(raw.body());
        }

        String text(String pointer) {
            return json().at(pointer).map(Json::asString).orElse("(nothing at " + pointer + ")");
        }

        String header(String name) {
            return raw.headers().firstValue(name).orElse("");
        }
    }

    Response call(String tool, String body) throws IOException, InterruptedException {
        return send("POST", session + "/calls/" + tool, body);
    }

    CompletableFuture<Response> callLater(String tool, String body) {
        return http.sendAsync(request("POST", session + "/calls/" + tool, body), BodyHandlers.ofString())
                .thenApply(ServiceClient::response);
    }

    Response get(String path) throws IOException, InterruptedException {
        return send("GET", path.startsWith("/") ? path : session + "/" + path, "");
    }

    Response send(String method, String path, String body) throws IOException, InterruptedException {
        return response(http.send(request(method, path, body), BodyHandlers.ofString()));
    }

    private HttpRequest request(String method, String path, String body) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .method(
                        method,
                        body.isEmpty()
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofString(body))
                .build();
    }

    private static Response response(HttpResponse<String> raw) {
        return new Response(raw.statusCode(), raw);
    }
}
