package dev.harbor.oauth;

import java.net.URI;
import java.util.Map;
import java.util.Set;

/**
 * Is what a person shall be asked. Immutable.
 *
 * @param label what access is asked to
 * @param tokenName under which name the token will be kept
 * @param isShared whether it will be that of the tenant and not of the person
 * @param authorization where the person is sent
 * @param asked every scope that is asked for
 * @param needed those that somebody waits for
 * @param parameters more of the address that the person is sent to
 */
record Asking(
        String label,
        String tokenName,
        boolean isShared,
        Terms terms,
        URI authorization,
        URI redirectUri,
        Set<String> asked,
        Set<String> needed,
        Map<String, String> parameters) {}
