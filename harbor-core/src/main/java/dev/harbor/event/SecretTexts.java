package dev.harbor.event;

import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Redacts what is a secret by its own looks: key blocks, credentials in URLs, bearer tokens, JWTs, and keys of well-known services, each as a whole. */
final class SecretTexts {

    /** A block that was cut off goes to the end. */
    private static final Pattern PEM =
            Pattern.compile("-----BEGIN [A-Z0-9 ]{1,64}+-----(?s:.*?)(?:-----END [A-Z0-9 ]{1,64}+-----|\\z)");

    private static final Pattern USER_INFO =
            Pattern.compile("(?<![A-Za-z0-9+.-])([A-Za-z][A-Za-z0-9+.-]{0,31}+://)(?:[^\\s/?#@\"'<>]*+@)++");

    private static final Pattern BEARER =
            Pattern.compile("(?<![A-Za-z0-9])((?:(?i:bearer)[ \\t]{1,4}+){1,4}+)([A-Za-z0-9._~+/=:-]++)");

    private static final Pattern JWT =
            Pattern.compile("(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{4,}+\\.[A-Za-z0-9_-]{4,}+(?:\\.[A-Za-z0-9_-]*+){0,3}+");

    private static final Pattern KNOWN_KEY = Pattern.compile("(?<![A-Za-z0-9])(?:"
            + "sk-(?=[A-Za-z0-9_-]{6}|[A-Za-z_-]{0,4}[0-9])[A-Za-z0-9_-]{3,}+"
            + "|[srp]k_(?:live|test)_[A-Za-z0-9]{8,}+"
            + "|gh[opsur]_[A-Za-z0-9]{16,}+"
            + "|github_pat_[A-Za-z0-9_]{20,}+"
            + "|glpat-[A-Za-z0-9_-]{16,}+"
            + "|xox[a-z]-[A-Za-z0-9-]{10,}+"
            + "|A[KS]IA[A-Z0-9]{16}(?![A-Za-z0-9])"
            + "|AIza[A-Za-z0-9_-]{30,}+"
            + "|ya29\\.[A-Za-z0-9_-]{10,}+"
            + "|(?:hf|npm)_[A-Za-z0-9]{20,}+)");

    private SecretTexts() {}

    /** Redacts what spans words; done before names in the text are looked at. */
    static String redactBlocks(String text) {
        String out = PEM.matcher(text).replaceAll(Redactor.PLACEHOLDER);
        return USER_INFO.matcher(out).replaceAll("$1" + Redactor.PLACEHOLDER + "@");
    }

    /** Redacts single words; done after names in the text were looked at, since a name may follow where a credential was expected. */
    static String redactWords(String text) {
        String out = BEARER.matcher(text).replaceAll(SecretTexts::bearer);
        out = JWT.matcher(out).replaceAll(Redactor.PLACEHOLDER);
        return KNOWN_KEY.matcher(out).replaceAll(Redactor.PLACEHOLDER);
    }

    /** The scheme is written with a capital; in lower case it may be a word, as in "bearer of news". */
    private static String bearer(MatchResult match) {
        String credential = match.group(2);
        boolean scheme = !match.group(1).startsWith("b");
        boolean word = credential.length() < 8 && credential.chars().allMatch(Character::isLetter);
        return scheme || !word ? match.group(1) + Redactor.PLACEHOLDER : Matcher.quoteReplacement(match.group());
    }
}
