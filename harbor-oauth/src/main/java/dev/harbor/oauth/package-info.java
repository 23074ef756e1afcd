/**
 * OAuth 2.1 for tools: tokens of people and of the service itself, obtained, renewed and kept sealed, and the consents that runs wait for. Begin with
 * {@link dev.harbor.oauth.OAuthClient}.
 */
@NullMarked
package dev.harbor.oauth;

import org.jspecify.annotations.NullMarked;
