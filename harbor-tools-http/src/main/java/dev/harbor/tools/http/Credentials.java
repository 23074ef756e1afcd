package dev.harbor.tools.http;

import dev.harbor.access.ConsentRequired;
import dev.harbor.access.CredentialProvider;
import dev.harbor.access.Secret;
import dev.harbor.error.ErrorCode;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.policy.ErrorClass;
import dev.harbor.tool.ToolFailed;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** Is what one request proves itself with: fetched for it, put into it, and forgotten with it. */
final class Credentials {

    private final CredentialProvider provider;
    private final Identity identity;
    private final List<HttpAuth> auth;
    private final List<Secret> secrets = new ArrayList<>();
    private final List<String> spellings = new ArrayList<>();

    private Credentials(List<HttpAuth> auth, CredentialProvider provider, Identity identity) {
        this.auth = auth;
        this.provider = provider;
        this.identity = identity;
    }

    /**
     * Puts credentials into a request.
     *
     * @throws ToolFailed if one is missing or can't be used; nothing was sent
     * @throws ConsentRequired if a person has to consent before there is one; nothing was sent
     */
    static Credentials apply(List<HttpAuth> auth, CredentialProvider provider, Identity identity, Draft draft) {
        Credentials credentials = new Credentials(auth, provider, identity);
        for (HttpAuth each : auth) {
            credentials.put(each, draft);
        }
        return credentials;
    }

    private void put(HttpAuth how, Draft draft) {
        Secret secret = find(how);
        secrets.add(secret);
        String value = told(secret.reveal());
        // A service that echoes it in JSON may have to escape it.
        String quoted = Json.string(value).toString();
        told(quoted.substring(1, quoted.length() - 1));
        switch (how.kind()) {
            case HEADER -> header(how, value, draft);
            case BEARER -> header(how, "Bearer " + value, draft);
            case BASIC -> {
                told(value.substring(value.indexOf(':') + 1));
                header(how, "Basic " + told(base64(value)), draft);
            }
            case QUERY -> query(how, told(Escaping.STRICT.escape(value)), draft);
            case COOKIE -> draft.cookie(how.field(), told(Cookies.value(value)));
        }
    }

    private String told(String spelling) {
        spellings.add(spelling);
        return spelling;
    }

    private static String base64(String value) {
        return Base64.getEncoder().encodeToString(value.getBytes(StandardCharsets.UTF_8));
    }

    private static void header(HttpAuth how, String value, Draft draft) {
        try {
            draft.header(how.field(), value);
        } catch (IllegalArgumentException e) {
            // The message of the cause would not show the value either; it is left out to be sure.
            throw failed(how, "CREDENTIAL_UNUSABLE", ErrorClass.PERMANENT, "may not stand in a header");
        }
    }

    private static void query(HttpAuth how, String escaped, Draft draft) {
        if (draft.hasQuery(how.field())) {
            throw Refused.argument(how.field(), "pattern", "must not fill the place of a credential");
        }
        draft.query(Escaping.STRICT.escape(how.field()), escaped);
    }

    private Secret find(HttpAuth how) {
        try {
            return provider.find(how.credential(), identity)
                    .orElseThrow(() ->
                            failed(how, "CREDENTIAL_MISSING", ErrorClass.PERMANENT, "is not there for this identity"));
        } catch (ToolFailed | ConsentRequired e) {
            throw e;
        } catch (RuntimeException e) {
            // What a provider throws may hold what it has: its class must do.
            String why = "can't be fetched at the moment (" + e.getClass().getSimpleName() + ")";
            throw failed(how, "CREDENTIAL_UNAVAILABLE", ErrorClass.TRANSIENT, why);
        }
    }

    private static ToolFailed failed(HttpAuth how, String code, ErrorClass kind, String why) {
        String text = "the credential '" + how.credential() + "' " + why + "; nothing was sent";
        return ToolFailed.of(ErrorCode.of(code), kind, true, text, null, null);
    }

    /** Says that they were refused, and returns whether there are others now. */
    boolean renew() {
        boolean renewed = false;
        for (int i = 0; i < auth.size(); i++) {
            renewed |= provider.renew(auth.get(i).credential(), identity, secrets.get(i));
        }
        return renewed;
    }

    SecretScrub scrub() {
        return SecretScrub.of(spellings);
    }
}
