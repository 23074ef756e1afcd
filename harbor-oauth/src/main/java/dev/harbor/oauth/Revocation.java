package dev.harbor.oauth;

/** Is what came of taking a token away. In each case it is not kept here any more. Immutable. */
public enum Revocation {
    /** There was none. */
    NONE_THERE,

    /** The server has revoked it as well: the refresh token if there is one, which ends what came of it at most servers, else the access token. */
    REVOKED,

    /**
     * The server says nowhere that tokens can be revoked, or does not revoke tokens of this kind: it ends by its time. A refresh token of which that is true counts for
     * more than an access token that was revoked, since it gets new ones.
     */
    NOT_OFFERED,

    /** The server could not be told, or refused: the token ends there by its time, or by the hand of whoever it belongs to. */
    NOT_TOLD
}
