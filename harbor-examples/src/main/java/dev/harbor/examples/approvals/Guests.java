package dev.harbor.examples.approvals;

import com.sun.net.httpserver.HttpExchange;
import dev.harbor.identity.Identity;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Knows who sits in front of which browser, by a cookie. Everybody is let in as {@code ada}, each browser with a session of its own, so that the example needs no
 * accounts; a real service has people log in first.
 */
final class Guests {

    private static final String COOKIE = "desk=";
    private static final SecureRandom RANDOM = new SecureRandom();

    private final Map<String, Guest> guests = new ConcurrentHashMap<>();

    /**
     * Is a browser with a person.
     *
     * @param proof what a form has to bring, so that no other page can send it
     * @param runs the runs that were started from there
     */
    record Guest(Identity identity, String proof, List<String> runs) {}

    Guest of(HttpExchange exchange) {
        Guest known = exchange.getRequestHeaders().getOrDefault("Cookie", List.of()).stream()
                .flatMap(header -> List.of(header.split("; ", -1)).stream())
                .filter(each -> each.startsWith(COOKIE))
                .map(each -> guests.get(each.substring(COOKIE.length())))
                .filter(guest -> guest != null)
                .findFirst()
                .orElse(null);
        return known == null ? welcome(exchange) : known;
    }

    private Guest welcome(HttpExchange exchange) {
        String secret = random();
        Guest guest =
                new Guest(Identity.of("acme", "ada", "session-" + random()), random(), new CopyOnWriteArrayList<>());
        guests.put(secret, guest);
        exchange.getResponseHeaders().add("Set-Cookie", COOKIE + secret + "; HttpOnly; SameSite=Lax; Path=/");
        return guest;
    }

    static String random() {
        byte[] bytes = new byte[24];
        RANDOM.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
