package dev.harbor.tools.a2a;

import dev.harbor.access.Secret;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Is what one request proves itself with: made for it and forgotten with it. It shows nothing of it. Confined to one request. */
final class Proof {

    private final Map<String, String> headers = new LinkedHashMap<>();
    private final Map<String, String> query = new LinkedHashMap<>();
    private final List<String> cookies = new ArrayList<>();
    private final List<Sent> sent = new ArrayList<>();
    private final List<String> spellings = new ArrayList<>();

    /** Is a credential and where it came from. */
    record Sent(CredentialSource source, Secret secret) {

        @Override
        public String toString() {
            return "Sent[***]";
        }
    }

    void put(SecurityScheme scheme, CredentialSource source, Secret secret) {
        String value = secret.reveal();
        sent.add(new Sent(source, secret));
        spellings.add(value);
        switch (scheme.kind()) {
            case BEARER -> headers.put("Authorization", "Bearer " + value);
            case BASIC -> headers.put("Authorization", "Basic " + base64(value));
            case HEADER -> headers.put(scheme.field(), value);
            case QUERY -> query.put(scheme.field(), value);
            case COOKIE -> cookies.add(scheme.field() + '=' + value);
            case MUTUAL_TLS, UNREADABLE -> {}
        }
    }

    private String base64(String value) {
        String encoded = Base64.getEncoder().encodeToString(value.getBytes(StandardCharsets.UTF_8));
        spellings.add(encoded);
        spellings.add(value.substring(value.indexOf(':') + 1));
        return encoded;
    }

    Map<String, String> headers() {
        Map<String, String> all = new LinkedHashMap<>(headers);
        if (!cookies.isEmpty()) {
            all.put("Cookie", String.join("; ", cookies));
        }
        return all;
    }

    Map<String, String> query() {
        return query;
    }

    List<Sent> sent() {
        return sent;
    }

    /** Returns a text of the peer without what it echoes of our credentials. Short ones would tear holes into every text. */
    String scrub(String text) {
        String clean = text;
        for (String each : spellings) {
            clean = each.length() < 8 ? clean : clean.replace(each, "***");
        }
        return clean;
    }

    @Override
    public String toString() {
        return "Proof[***]";
    }
}
