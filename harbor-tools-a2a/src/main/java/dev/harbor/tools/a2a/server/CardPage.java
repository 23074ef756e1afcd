package dev.harbor.tools.a2a.server;

import dev.harbor.json.Json;
import java.util.Map;

/** Answers with the card of an agent, which is public and does not change while the server lives. Immutable. */
final class CardPage {

    static final String PATH = "/.well-known/agent-card.json";

    private final Json card;
    private final String tag;
    private final String age;

    CardPage(Map<String, Object> card, long maxAgeSeconds) {
        this.card = Json.of(card);
        this.tag = '"' + Hashes.hex(this.card.toString(), 16) + '"';
        this.age = "public, max-age=" + maxAgeSeconds;
    }

    A2aResponse answer(A2aRequest request) {
        if (!request.method().equals("GET") && !request.method().equals("HEAD")) {
            return A2aResponse.empty(405).header("Allow", "GET, HEAD");
        }
        boolean known = matches(request.headerOr("If-None-Match", ""));
        A2aResponse answer = known ? A2aResponse.empty(304) : A2aResponse.json(200, "application/json", card);
        A2aResponse head = request.method().equals("HEAD") ? answer.withoutBody() : answer;
        return head.header("ETag", tag).header("Cache-Control", age);
    }

    private boolean matches(String tags) {
        for (String each : tags.split(",", -1)) {
            String one = each.strip();
            if (one.equals("*") || one.equals(tag) || one.equals("W/" + tag)) {
                return true;
            }
        }
        return false;
    }
}
