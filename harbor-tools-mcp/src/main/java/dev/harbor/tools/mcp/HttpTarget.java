package dev.harbor.tools.mcp;

import dev.harbor.access.CredentialProvider;
import dev.harbor.access.ResourceAuthorizer;
import dev.harbor.error.ConfigurationException;
import dev.harbor.error.ErrorCode;
import dev.harbor.net.EgressPolicy;
import dev.harbor.net.Headers;
import dev.harbor.net.Outbound;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Is a server that is reached over HTTP.
 *
 * @param endpoint where it is
 * @param headers what every request carries besides what the protocol demands
 * @param credentials who has the credentials that headers name
 * @param egress what may be connected to
 * @param authorizer who has the tokens for it, or null if it is not protected
 */
record HttpTarget(
        URI endpoint,
        List<HttpField> headers,
        CredentialProvider credentials,
        Egress egress,
        @Nullable ResourceAuthorizer authorizer)
        implements Target {

    private static final int LONGEST_ENDPOINT = 2048;

    private static final Set<String> RESERVED = Set.of(
            "accept", "cookie", "last-event-id", "mcp-session-id", "mcp-protocol-version", "mcp-method", "mcp-name");

    HttpTarget {
        requireEndpoint(endpoint);
        headers = List.copyOf(headers);
        headers.forEach(HttpTarget::requireHeader);
        Objects.requireNonNull(credentials, "credentials");
        Objects.requireNonNull(egress, "egress");
    }

    HttpTarget(URI endpoint) {
        this(endpoint, List.of(), CredentialProvider.none(), Egress.STRICT, null);
    }

    /**
     * Is a header of every request: a fixed value, or the name of a credential.
     *
     * @param name the name of the header
     * @param text its value, the name of a credential, or what stands before that credential
     * @param credential whether the text is the name of a credential
     * @param bearer whether the credential is a bearer token
     */
    record HttpField(String name, String text, boolean credential, boolean bearer) {

        @Override
        public String toString() {
            return "HttpField[" + name + (credential ? ", credential " + text : "") + ']';
        }
    }

    /**
     * Says what may be connected to.
     *
     * @param loopback whether loopback addresses may, also without TLS
     * @param plain whether http without TLS may be spoken to others as well
     * @param networks ranges of addresses that may although they are not public
     */
    record Egress(boolean loopback, boolean plain, List<String> networks) {

        static final Egress STRICT = new Egress(false, false, List.of());

        Egress {
            networks = List.copyOf(networks);
        }

        EgressPolicy policy() {
            EgressPolicy.Builder builder = EgressPolicy.builder();
            if (loopback) {
                builder.allowLoopback();
            }
            if (plain) {
                builder.allowPlainHttp();
            }
            networks.forEach(builder::allowNetwork);
            return builder.build();
        }
    }

    private static void requireEndpoint(URI endpoint) {
        if (endpoint.toString().length() > LONGEST_ENDPOINT) {
            throw new ConfigurationException("the address of a server has at most " + LONGEST_ENDPOINT + " characters");
        }
        if (endpoint.getRawFragment() != null) {
            throw new ConfigurationException("the address of a server has no fragment");
        }
        try {
            Outbound.get(endpoint).build();
        } catch (IllegalArgumentException e) {
            throw new ConfigurationException(
                    ErrorCode.INVALID_CONFIGURATION, "the address of a server can't be used: " + e.getMessage(), e);
        }
    }

    private static void requireHeader(HttpField field) {
        String lower = field.name().toLowerCase(Locale.ROOT);
        if (!Headers.isToken(field.name()) || Outbound.isManaged(lower) || RESERVED.contains(lower)) {
            throw new ConfigurationException("header '" + field.name() + "' is set by the client itself, or is none");
        }
        if (!field.credential() && lower.equals("authorization")) {
            throw new ConfigurationException("what authorizes is a credential: name it, don't write it out");
        }
        requireValue(field);
    }

    private static void requireValue(HttpField field) {
        try {
            Headers.of(field.name(), field.text());
        } catch (IllegalArgumentException e) {
            throw new ConfigurationException(ErrorCode.INVALID_CONFIGURATION, String.valueOf(e.getMessage()), e);
        }
        if (field.text().isBlank() || field.text().length() > 1000) {
            throw new ConfigurationException("header '" + field.name() + "' has 1 to 1000 characters");
        }
    }

    /** Tells whether requests differ by whom they are made for, so that their sessions must not be shared. */
    boolean isPersonal() {
        return authorizer != null || headers.stream().anyMatch(HttpField::credential);
    }

    HttpTarget header(HttpField field) {
        List<HttpField> all = new ArrayList<>(headers);
        all.add(field);
        return new HttpTarget(endpoint, all, credentials, egress, authorizer);
    }

    HttpTarget credentials(CredentialProvider provider) {
        return new HttpTarget(endpoint, headers, provider, egress, authorizer);
    }

    HttpTarget egress(Egress allowed) {
        return new HttpTarget(endpoint, headers, credentials, allowed, authorizer);
    }

    HttpTarget authorizer(ResourceAuthorizer value) {
        return new HttpTarget(endpoint, headers, credentials, egress, value);
    }
}
