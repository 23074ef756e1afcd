package dev.harbor.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harbor.error.ErrorCode;
import dev.harbor.json.Json;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RedactorTest {

    private static final Redactor REDACTOR = Redactor.standard();
    private static final String REF = "sha256:" + "0123456789abcdef".repeat(4);

    // ---- names in JSON

    @ParameterizedTest
    @ValueSource(
            strings = {
                "api_key",
                "apikey",
                "api-key",
                "x-api-key",
                "API_KEY",
                "apiKey",
                "openai_api_key",
                "OpenAIApiKey",
                "api key",
                "api_keys",
                "password",
                "passwd",
                "pass",
                "Password",
                "dbPassword",
                "db_password_2",
                "userpassword",
                "DB_PWD",
                "secret",
                "client_secret",
                "clientSecret",
                "clientsecret",
                "private_key",
                "signing_key",
                "privateKey",
                "aws_secret_access_key",
                "token",
                "access_token",
                "refresh_token",
                "id_token",
                "x-auth-token",
                "accessToken",
                "GITHUB_TOKEN",
                "accesstoken",
                "tokens",
                "token2",
                "cookie",
                "set-cookie",
                "Set-Cookie",
                "cookies",
                "authorization",
                "authorisation",
                "Proxy-Authorization",
                "bearer",
                "bearer_token",
                "credentials",
                "passphrase",
                "jwt",
                "ssh_key",
                "x-amz-signature",
                "spring.datasource.password"
            })
    void value_underTheNameOfASecret_isRedacted(String name) {
        assertThat(REDACTOR.redact(Json.of(Map.of(name, "hunter2")))).isEqualTo(Json.of(Map.of(name, "***")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "name", "monkey", "keyboard", "primary_key", "public_key", "key", "author", "authority", "tokenizer",
                        "secretary", "passenger",
                "compass", "passed", "signature", "pwd", "path", "boarding_pass", "cookiecutter", "bearing",
                        "tokenized_text", "apikeyboard", ""
            })
    void value_underAPlainName_stays(String name) {
        Json value = Json.of(Map.of(name, "hunter2"));

        assertThat(REDACTOR.redact(value)).isSameAs(value);
    }

    @Test
    void value_withAnotherNameInside_isOneSecret_andLinesOfEverySpellingEndIt() {
        assertThat(Redactor.standard().redact("password=token=abc&secret=def")).isEqualTo("password=***&secret=***");
        assertThat(Redactor.standard().redact("Authorization: Basic abc def\rnext line"))
                .isEqualTo("Authorization: ***\rnext line");
        assertThat(Redactor.standard().redact("password=\"cut off\nnext line")).isEqualTo("password=\"***\nnext line");
        assertThat(Redactor.standard().redact("Cookie: a=b; c=d\nnext line")).isEqualTo("Cookie: ***\nnext line");
        assertThat(Redactor.standard().redact("password=\"one\rtwo\" rest")).isEqualTo("password=\"***\" rest");
    }

    @Test
    void names_areReadAlike_inAnyLocale() {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag("tr"));
        try {
            assertThat(REDACTOR.redact(Json.parse("{\"API_KEY\":\"x\",\"SIGNING_KEY\":\"y\",\"AUTHORIZATION\":\"z\"}")))
                    .hasToString("{\"API_KEY\":\"***\",\"SIGNING_KEY\":\"***\",\"AUTHORIZATION\":\"***\"}");
        } finally {
            Locale.setDefault(before);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'usage_tokens':12,'maxTokens':5,'token_count':1}      | {'usage_tokens':12,'maxTokens':5,'token_count':1}",
                "{'tokens':{'input':5,'output':7}}                      | {'tokens':{'input':5,'output':7}}",
                "{'tokens':['a','b']}                                   | {'tokens':['***','***']}",
                "{'password':1234}                                      | {'password':'***'}",
                "{'password':null,'has_password':true}                  | {'password':null,'has_password':true}",
                "{'secret':{'a':'x','b':[1,'y',false]}}                 | {'secret':{'a':'***','b':['***','***',false]}}",
                "{'token':{'password':5,'n':6}}                         | {'token':{'password':'***','n':6}}",
                "{'a':[{'b':{'api_key':'x','c':1.10}}]}                 | {'a':[{'b':{'api_key':'***','c':1.10}}]}",
            })
    void values_ofEveryKind_areJudgedByNameAndKind(String value, String expected) {
        assertThat(REDACTOR.redact(Json.parse(value.replace('\'', '"')))).hasToString(expected.replace('\'', '"'));
    }

    @Test
    void artifactRef_passes_evenUnderTheNameOfASecret() {
        Json value = Json.of(Map.of("token", REF, "password", REF));

        assertThat(REDACTOR.redact(value)).isSameAs(value);
    }

    @Test
    void value_givenIsNeverChanged() {
        Json value = Json.parse("{\"token\":\"x\"}");
        REDACTOR.redact(value);

        assertThat(value).hasToString("{\"token\":\"x\"}");
    }

    @Test
    void members_whoseNamesAreSecrets_areRenamedApart() {
        Json value = Json.parse("{\"sk-aaaaaaaaaa\":1,\"sk-bbbbbbbbbb\":2}");

        assertThat(REDACTOR.redact(value)).hasToString("{\"***\":1,\"*** (2)\":2}");
    }

    @ParameterizedTest
    @CsvSource({"63, true", "64, false"})
    void depth_isBounded(int levels, boolean allowed) {
        Json value = Json.parse("[".repeat(levels) + "\"sk-aaaaaaaaaa\"" + "]".repeat(levels));

        if (allowed) {
            assertThat(REDACTOR.redact(value).toString()).contains("***");
        } else {
            assertThatThrownBy(() -> REDACTOR.redact(value))
                    .isInstanceOfSatisfying(
                            RedactionException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.REDACTION_FAILED));
        }
    }

    @Test
    void value_thatIsNoJson_isRefused_withoutSayingWhatItIs() {
        assertThatThrownBy(() -> REDACTOR.redact(Json.lazy("{\"token\":\"sk-aaaaaaaaaa\"")))
                .isInstanceOf(RedactionException.class)
                .hasMessageNotContaining("sk-");
    }

    @Test
    void rule_thatFails_letsNothingOut() {
        Redactor failing = Redactor.builder()
                .rule(text -> {
                    throw new IllegalStateException("cannot handle " + text);
                })
                .build();

        assertThatThrownBy(() -> failing.redact(Json.of(Map.of("a", "fine", "b", "hidden"))))
                .isInstanceOf(RedactionException.class)
                .hasNoCause()
                .hasMessageNotContainingAny("fine", "hidden");
        assertThatThrownBy(() -> Redactor.builder().rule(text -> null).build().redact("hidden"))
                .isInstanceOf(RedactionException.class);
    }

    @Test
    void rules_ofTheEmbedder_areAppliedToo() {
        Redactor redactor = Redactor.builder()
                .names("tax id", "пароль")
                .rule(text -> text.replace("Rumpelstiltskin", "***"))
                .build();

        assertThat(redactor.redact(Json.parse(
                        "{\"customerTaxId\":\"DE1\",\"TAX_ID_2\":\"DE2\",\"tax\":\"low\",\"Пароль\":\"x\"}")))
                .hasToString("{\"customerTaxId\":\"***\",\"TAX_ID_2\":\"***\",\"tax\":\"low\",\"Пароль\":\"***\"}");
        assertThat(redactor.redact("it is Rumpelstiltskin, TAX_ID=DE3")).isEqualTo("it is ***, TAX_ID=***");
        assertThatThrownBy(() -> Redactor.builder().names("_")).isInstanceOf(IllegalArgumentException.class);
    }

    // ---- text

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "key sk-abc123 refused                        | key *** refused",
                "sk-proj-Ab_cdefghijklmnop                    | ***",
                "(sk-ant-api03-xyz)                           | (***)",
                "Bearer abc                                   | Bearer ***",
                "used Bearer eyJh.x-y_z=, got 401             | used Bearer ***, got 401",
                "bearer 8f14e45fceea                          | bearer ***",
                "BEARER abc                                   | BEARER ***",
                "https://ada:pw@example.org/x                 | https://***@example.org/x",
                "at postgres://u:p@ss@db:5432/x failed        | at postgres://***@db:5432/x failed",
                "https://ghp_abc@github.com/a/b.git           | https://***@github.com/a/b.git",
                "eyJhbGciOi.eyJzdWIiOiIx.c2lnbmF0dXJl         | ***",
                "ghp_0123456789abcdef0123                     | ***",
                "id AKIAIOSFODNN7EXAMPLE.                     | id ***.",
                "xoxb-1234567890-abcdef                       | ***",
                "password=hunter2&user=ada                    | password=***&user=ada",
                "?access_token=abc&x=1                        | ?access_token=***&x=1",
                "Config[user=ada, password=hunter2]           | Config[user=ada, password=***]",
                "{\"api_key\": \"a\\\"b\", \"n\": 1}          | {\"api_key\": \"***\", \"n\": 1}",
                "{\\\"api_key\\\":\\\"abc\\\",\\\"n\\\":1}    | {\\\"api_key\\\":\\\"***\\\",\\\"n\\\":1}",
                "{'client_secret': 'it is', 'b': 'c'}         | {'client_secret': '***', 'b': 'c'}",
                "password: hunter2                            | password: ***",
                "Authorization: Basic dXNlcjpwYXNz            | Authorization: ***",
                "Cookie: a=b; c=d                             | Cookie: ***",
                "run --password hunter2 --verbose             | run --password *** --verbose",
                "run --api-key=abc x                          | run --api-key=*** x",
                "PGPASSWORD=abc psql                          | PGPASSWORD=*** psql",
                "token=abc                                    | token=***",
                "token: 8f14e45fceea167a                      | token: ***",
                "url=https://x?token=abc                      | url=https://x?token=***",
                "password := abc                              | password := ***",
                "token=Bearer abc                             | token=***",
                "x-api-key: Basic abc def                     | x-api-key: *** def",
                "Bearer X-Auth-Token: 8f14e45fceea            | Bearer *** ***",
                "Bearer bearer abc                            | Bearer bearer ***",
            })
    void secret_inText_isRedactedAsAWhole(String text, String expected) {
        assertThat(REDACTOR.redact(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "the bearer of good news",
                "sk-learn is a library, task-1234567 is a task",
                "max_tokens=100, tokens: 5, total_tokens: 1,024",
                "Unexpected token: function",
                "Unexpected token }",
                "password=",
                "password: null, token=true",
                "see https://example.org/a@b?x=y@z and mail ada@example.org",
                "data: a, b and metadata:x,y",
                "key=value; primary_key=7",
                "it's a secret to everybody",
                "eyJ is how it starts",
                "",
                "Bearer",
                "--token",
                "password:\n"
            })
    void text_withoutSecrets_staysTheSame(String text) {
        assertThat(REDACTOR.redact(text)).isEqualTo(text);
    }

    @Test
    void keyBlock_isRedacted_alsoWhenItWasCutOff() {
        String block = "-----BEGIN RSA PRIVATE KEY-----\nMIIEow\nAAA\n-----END RSA PRIVATE KEY-----";

        assertThat(REDACTOR.redact("a\n" + block + "\nb")).isEqualTo("a\n***\nb");
        assertThat(REDACTOR.redact("a\n" + block.substring(0, 40))).isEqualTo("a\n***");
        assertThat(REDACTOR.redact(block + " and " + block)).isEqualTo("*** and ***");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "data:image/png;base64,iVBORw0KGgo=           | [redacted: image/png of 8 bytes]",
                "see DATA:;base64,AAAA now                    | see [redacted: application/octet-stream of 3 bytes] now",
                "<img src=data:image/GIF;base64,R0lGODlh>     | <img src=[redacted: image/gif of 6 bytes]>",
                "data:text/plain;charset=utf-8,a%20b          | [redacted: text/plain of 3 bytes]",
                "data:audio/wav;base64,                       | [redacted: audio/wav of 0 bytes]",
            })
    void dataUrl_becomesItsTypeAndSize(String text, String expected) {
        assertThat(REDACTOR.redact(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"iVBORw0KGgo, image/png", "/9j/, image/jpeg", "JVBERi0, application/pdf", "R0lGOD, image/gif"})
    void longBase64_ofMedia_becomesItsTypeAndSize(String header, String type) {
        String text = header + "A".repeat(256 - header.length());

        assertThat(REDACTOR.redact(text)).isEqualTo("[redacted: " + type + " of 192 bytes]");
        assertThat(REDACTOR.redact(text.substring(1))).isEqualTo(text.substring(1));
        assertThat(REDACTOR.redact(text + " ")).isEqualTo(text + " ");
    }

    @ParameterizedTest
    @CsvSource({
        "password=x1y2z3, true",
        "'see https://ann:secret@example.com/', true",
        "'data:image/png;base64,aGVsbG8=', true",
        "nothing to hide, false",
        "a ** b, false",
        "[redacted], false"
    })
    void placeholder_isFoundWhereSomethingWasTakenOut_andNowhereElse(String text, boolean found) {
        assertThat(Redactor.hasPlaceholder(Redactor.standard().redact(text))).isEqualTo(found);
    }

    @Test
    void shortBase64_ofMedia_stays() {
        String text = "iVBORw0KGgo" + "A".repeat(244);

        assertThat(REDACTOR.redact(text)).isSameAs(text);
    }

    @Test
    void text_thatIsNoUnicode_isRepaired() {
        assertThat(REDACTOR.redact("a\ud800b \ud83d\ude00")).isEqualTo("a\ufffdb \ud83d\ude00");
    }

    static Stream<Long> seeds() {
        return IntStream.range(0, 150 * Integer.getInteger("harbor.seeds.times", 1))
                .mapToObj(i -> 40_009L + i);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void secret_anywhereInAnyText_neverSurvives(long seed) {
        Random random = new Random(seed);
        String secret = randomSecret(random);
        String text = noise(random) + dressed(secret, random) + noise(random);

        String redacted = REDACTOR.redact(text);

        assertThat(redacted).as(text).doesNotContain(secret);
        assertThat(REDACTOR.redact(redacted)).as("a second time").isEqualTo(redacted);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void secret_anywhereInAnyJson_neverSurvives(long seed) {
        Random random = new Random(seed);
        String secret = randomSecret(random);
        Json value = nested(secret, random, random.nextInt(8));

        assertThat(REDACTOR.redact(value).toString()).as(value.toString()).doesNotContain(secret);
    }

    private static Json nested(String secret, Random random, int depth) {
        if (depth == 0) {
            return Json.of(Map.of(names(random), secret, "n", 1));
        }
        Json inner = nested(secret, random, depth - 1);
        return random.nextBoolean()
                ? Json.of(java.util.List.of(1, inner, "x"))
                : Json.of(Map.of("a" + random.nextInt(9), inner));
    }

    private static String names(Random random) {
        return pick(random, "token", "dbPassword", "X-Api-Key", "client_secret", "AUTHORIZATION", "openaiApiKey");
    }

    private static String randomSecret(Random random) {
        byte[] bytes = new byte[12 + random.nextInt(40)];
        random.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static String dressed(String secret, Random random) {
        return String.format(
                Locale.ROOT,
                pick(
                        random,
                        "sk-%s",
                        "Bearer %s",
                        "bearer  %s",
                        "https://user:%s@example.org/",
                        "amqp://%s@host",
                        "password=%s",
                        "{\"token\":\"%s\"}",
                        "{'api_key':'%s'}",
                        "Authorization: Token %s",
                        "X-Auth-Token: %s",
                        "Set-Cookie: session=%s; Path=/",
                        "--client-secret %s",
                        "?sig=%s&x=1",
                        "-----BEGIN PRIVATE KEY-----\n%s\n-----END PRIVATE KEY-----",
                        "data:application/pdf;base64,%s"),
                secret);
    }

    private static String noise(Random random) {
        StringBuilder noise = new StringBuilder();
        for (int i = random.nextInt(6); i > 0; i--) {
            noise.append(pick(
                    random,
                    "failed",
                    ": ",
                    "\n",
                    " ",
                    "code=5, ",
                    "{\"a\": 1} ",
                    "\"",
                    "(",
                    "é ",
                    "token ",
                    "https://x.org/ ",
                    "Bearer "));
        }
        return noise.append(' ').toString();
    }

    private static String pick(Random random, String... choices) {
        return choices[random.nextInt(choices.length)];
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a",
                "-----BEGIN A-----",
                "Bearer ",
                "data:a/b;c=d,",
                "password=\"\\",
                "x://@",
                "eyJabcde.",
                "\\\"",
                "sk-",
                "a@b://"
            })
    void text_ofAnySize_isRedactedWithoutGoingDeep(String part) {
        String text = part.repeat(100_000 / part.length());

        assertThat(REDACTOR.redact(text)).isNotNull();
    }
}
