package dev.harbor.tools.a2a.server;

import dev.harbor.json.Json;
import dev.harbor.net.Outbound;
import dev.harbor.net.Payload;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Is where a caller wants to be told of a task, and by which token it knows who tells it. It shows neither. */
record PushSettings(String id, URI url, String token, String scheme, String credentials) {

    private static final String TOKEN_HEADER = "X-A2A-Notification-Token";
    private static final String MEDIA_TYPE = "application/a2a+json";
    private static final int LONGEST = 2048;
    private static final int LAST_PORT = 65_535;

    static PushSettings read(Params config, String taskId) {
        Params authentication = config.object("authentication");
        URI url = url(header(config, "url"));
        String token = header(config, "token");
        String id = config.id("id");
        PushSettings settings = new PushSettings(
                id.isEmpty() ? "push-" + Hashes.hex(taskId + '|' + url + '|' + token, 8) : id,
                url,
                token,
                header(authentication, "scheme"),
                header(authentication, "credentials"));
        settings.check();
        return settings;
    }

    private void check() {
        try {
            request(Json.EMPTY_OBJECT);
        } catch (IllegalArgumentException e) {
            throw Refusal.params("pushNotificationConfig has a token or credentials that can't stand in a header");
        }
    }

    /** Returns how its owner is told something. */
    Outbound request(Json event) {
        Outbound.Builder request = Outbound.post(url, Payload.of(event.toString(), MEDIA_TYPE));
        request.header("A2A-Version", A2aServer.VERSION);
        if (!token.isEmpty()) {
            request.header(TOKEN_HEADER, token);
        }
        if (!scheme.isEmpty() && !credentials.isEmpty()) {
            request.header("Authorization", scheme + ' ' + credentials);
        }
        return request.build();
    }

    /** Nothing gets into the head of a request but what may stand there. */
    private static String header(Params from, String member) {
        String text = from.text(member);
        if (text.length() > LONGEST || !text.chars().allMatch(c -> c >= ' ' && c < 0x7f)) {
            throw Refusal.params(
                    "pushNotificationConfig." + member + " has at most " + LONGEST + " printable characters of ASCII");
        }
        return text;
    }

    private static URI url(String text) {
        URI url;
        try {
            url = URI.create(text);
        } catch (IllegalArgumentException e) {
            throw Refusal.params("pushNotificationConfig.url is no URL");
        }
        String scheme = String.valueOf(url.getScheme()).toLowerCase(Locale.ROOT);
        boolean speaks = scheme.equals("https") || scheme.equals("http");
        if (!speaks || url.getHost() == null || url.getRawUserInfo() != null) {
            throw Refusal.params("pushNotificationConfig.url must be a URL of https with a host and no user info");
        }
        if (url.getPort() == 0 || url.getPort() > LAST_PORT) {
            throw Refusal.params("pushNotificationConfig.url has a port of 1 to " + LAST_PORT);
        }
        return url;
    }

    Json toJson() {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("id", id);
        members.put("url", url.toString());
        members.put("token", token);
        members.put("authentication", Map.of("scheme", scheme, "credentials", credentials));
        return Json.of(members);
    }

    /** Returns what its owner may see again: everything but the credentials. */
    Json shown(String taskId) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("id", id);
        members.put("taskId", taskId);
        members.put("url", url.toString());
        if (!token.isEmpty()) {
            members.put("token", token);
        }
        if (!scheme.isEmpty()) {
            members.put("authentication", Map.of("scheme", scheme));
        }
        return Json.of(members);
    }

    @Override
    public String toString() {
        return "PushSettings[" + id + "]";
    }
}
