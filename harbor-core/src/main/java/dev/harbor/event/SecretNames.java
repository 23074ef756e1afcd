package dev.harbor.event;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Tells from the name of a value whether it is a secret. Names are read in segments: {@code openai_api_key}, {@code x-auth-token}, {@code dbPassword}. */
final class SecretNames {

    /** A segment that ends so says that the value is a secret; {@code clientsecret} does too. */
    private static final List<String> SECRET_ENDINGS = List.of(
            "password",
            "passwd",
            "passphrase",
            "passcode",
            "secret",
            "credential",
            "authorization",
            "authorisation",
            "cookie",
            "bearer",
            "apikey",
            "accesskey",
            "privatekey",
            "secretkey",
            "signingkey",
            "encryptionkey");

    /** What a key opens; {@code primary_key} and {@code public_key} are no secrets. */
    private static final Set<String> SECRET_KEYS =
            Set.of("api", "access", "private", "secret", "signing", "encryption", "auth", "master", "ssh");

    /** Too common as a part of other names. */
    private static final Set<String> WHOLE_NAMES = Set.of("pass", "auth", "jwt", "sig");

    private static final Pattern BOUNDARY =
            Pattern.compile("(?<=[\\p{Ll}\\p{N}])(?=\\p{Lu})|(?<=\\p{Lu})(?=\\p{Lu}\\p{Ll})|[^\\p{L}\\p{N}]+");
    private static final Pattern TRAILING_DIGITS = Pattern.compile("(?<=\\p{L})\\p{N}+$");

    private final List<List<String>> custom;

    /** Creates names that know some more; each is found wherever its segments stand in a row. */
    SecretNames(Collection<String> more) {
        this.custom = more.stream().map(SecretNames::segments).toList();
    }

    Secrecy of(String name) {
        List<String> segments = segments(name);
        if (isSecret(segments)) {
            return Secrecy.SECRET;
        }
        return segments.stream().anyMatch(segment -> endsIn(segment, "token")) ? Secrecy.TOKEN : Secrecy.OPEN;
    }

    private boolean isSecret(List<String> segments) {
        return segments.stream().anyMatch(SecretNames::isSecretWord)
                || isWholeName(segments)
                || holdsKey(segments)
                || custom.stream().anyMatch(each -> Collections.indexOfSubList(segments, each) >= 0);
    }

    private static boolean isSecretWord(String segment) {
        return SECRET_ENDINGS.stream().anyMatch(ending -> endsIn(segment, ending));
    }

    private static boolean endsIn(String segment, String ending) {
        return segment.endsWith(ending) || segment.endsWith(ending + 's');
    }

    /** A password that is called {@code pwd} belongs to something; alone it is the working directory. */
    private static boolean isWholeName(List<String> segments) {
        return segments.size() == 1
                ? WHOLE_NAMES.contains(segments.get(0))
                : !segments.isEmpty() && segments.get(segments.size() - 1).equals("pwd");
    }

    private static boolean holdsKey(List<String> segments) {
        for (int i = 1; i < segments.size(); i++) {
            boolean key = segments.get(i).equals("key") || segments.get(i).equals("keys");
            boolean signature = segments.get(i).equals("signature");
            String before = segments.get(i - 1);
            if ((key && SECRET_KEYS.contains(before)) || (signature && before.equals("amz"))) {
                return true;
            }
        }
        return false;
    }

    private static List<String> segments(String name) {
        return BOUNDARY.splitAsStream(name)
                .filter(part -> !part.isEmpty())
                .map(part -> TRAILING_DIGITS.matcher(part).replaceAll("").toLowerCase(Locale.ROOT))
                .toList();
    }
}
