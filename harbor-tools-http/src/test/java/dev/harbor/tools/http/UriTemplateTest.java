package dev.harbor.tools.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.harbor.json.Json;
import dev.harbor.tool.InvalidArguments;
import dev.harbor.tool.InvalidToolDefinition;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Templates, with the values of the examples of RFC 6570. */
final class UriTemplateTest {

    private static final Map<String, Json> VALUES =
            new LinkedHashMap<>(Json.parse("""
                    {"count":["one","two","three"],"dom":["example","com"],"dub":"me/too","hello":"Hello World!",
                     "half":"50%","var":"value","who":"fred","base":"http://example.com/home/","path":"/foo/bar",
                     "list":["red","green","blue"],"keys":{"semi":";","dot":"v","comma":","},"v":"6","x":"1024","y":"768",
                     "empty":"","empty_keys":{},"undef":null}""").members());

    private static String expand(String template) {
        return UriTemplate.parse("https://h" + template).expand(VALUES);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                "/{var} /value",
                "/{hello} /Hello%20World%21",
                "/{half} /50%25",
                "/{x,y} /1024,768",
                "/{x,hello,y} /1024,Hello%20World%21,768",
                "/{var:3} /val",
                "/{var:30} /value",
                "/{list} /red,green,blue",
                "/{list*} /red,green,blue",
                "/{keys} /semi,%3B,dot,v,comma,%2C",
                "/{keys*} /semi=%3B,dot=v,comma=%2C",
                "/{+var} /value",
                "/{+hello} /Hello%20World!",
                "/{+half} /50%25",
                "{+base}index /http://example.com/home/index",
                "{+path}/here /foo/bar/here",
                "{+path:6}/here /foo/b/here",
                "/{+list*} /red,green,blue",
                "/{+keys} /semi,;,dot,v,comma,,",
                "/X{.var} /X.value",
                "/X{.x,y} /X.1024.768",
                "/X{.var:3} /X.val",
                "/X{.list} /X.red,green,blue",
                "/X{.list*} /X.red.green.blue",
                "/X{.keys*} /X.semi=%3B.dot=v.comma=%2C",
                "/X{.undef} /X",
                "{/who} /fred",
                "{/who,who} /fred/fred",
                "{/half,who} /50%25/fred",
                "{/who,dub} /fred/me%2Ftoo",
                "{/var,undef} /value",
                "{/var:1,var} /v/value",
                "{/list} /red,green,blue",
                "{/list*} /red/green/blue",
                "{/list*,path:4} /red/green/blue/%2Ffoo",
                "{/keys*} /semi=%3B/dot=v/comma=%2C",
                "/p{;who} /p;who=fred",
                "/p{;x,y} /p;x=1024;y=768",
                "/p{;v,undef,who} /p;v=6;who=fred",
                "/p{;list} /p;list=red,green,blue",
                "/p{;list*} /p;list=red;list=green;list=blue",
                "/p{;keys*} /p;semi=%3B;dot=v;comma=%2C",
                "/{?who} /?who=fred",
                "/{?half} /?half=50%25",
                "/{?x,y} /?x=1024&y=768",
                "/{?x,y,empty} /?x=1024&y=768&empty=",
                "/{?x,y,undef} /?x=1024&y=768",
                "/{?var:3} /?var=val",
                "/{?list} /?list=red,green,blue",
                "/{?list*} /?list=red&list=green&list=blue",
                "/{?keys} /?keys=semi,%3B,dot,v,comma,%2C",
                "/{?keys*} /?semi=%3B&dot=v&comma=%2C",
                "/{?empty_keys} /",
                "/?fixed=yes{&x} /?fixed=yes&x=1024",
                "/?fixed=yes{&v,x,y,undef} /?fixed=yes&v=6&x=1024&y=768",
                "/?q={var} /?q=value",
                "{?x} /?x=1024"
            })
    void template_ofEachLevel_expandsAsTheRfcHasIt(String template, String expanded) {
        assertThat(expand(template)).isEqualTo(expanded);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/orders/{id}",
                "{id}",
                "{+id}",
                "{.id}",
                "{/id}",
                "{;id}",
                "/a{id}b",
                "{?id}",
                "{undef}{?id}",
                "{/undef}{id}",
                "{.undef}{+id}"
            })
    void argument_whateverItIs_neverChangesWhereTheRequestGoes(String template) {
        for (String evil : new String[] {
            "@evil.example",
            ".evil.example",
            ":8443",
            "//evil.example/",
            "\\\\evil.example",
            "x@y",
            "?a=b#c",
            "a\r\nHost: b",
            "\u0000"
        }) {
            UriTemplate parsed = UriTemplate.parse("https://good.example" + template);
            String address = parsed.origin()
                    + parsed.expand(Map.of(
                                    "id",
                                    Json.string(evil),
                                    "undef",
                                    Json.string(template.contains("{undef}") ? "x" : ""))
                            .entrySet()
                            .stream()
                            .filter(each -> !each.getValue().equals(Json.string("")))
                            .collect(java.util.stream.Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)));

            assertThat(address).startsWith("https://good.example/").doesNotContain("\r", "\n", "#");
            assertThat(java.net.URI.create(address).getHost()).isEqualTo("good.example");
            assertThat(java.net.URI.create(address).getPort()).isEqualTo(-1);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "..",
                ".",
                "../x",
                "a/../b",
                "..\\x",
                "%2e%2e",
                "%2E%2e/x",
                "a/%2e%2e",
                "..;x",
                "%252e%252e",
                "..%2fx",
                "..%5cx",
                ""
            })
    void argument_thatWouldLeadUp_isRefused(String evil) {
        for (String template : new String[] {"/orders/{id}/items", "/files/{+id}", "/x{/id}", "/x/{id*}"}) {
            UriTemplate parsed = UriTemplate.parse("https://h" + template);

            assertThatExceptionOfType(InvalidArguments.class)
                    .as(template)
                    .isThrownBy(() -> parsed.expand(Map.of("id", Json.string(evil))))
                    .withMessageContaining("/id");
            assertThatExceptionOfType(InvalidArguments.class)
                    .as(template)
                    .isThrownBy(() -> parsed.expand(Map.of("id", Json.of(java.util.List.of(evil)))));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"...", "a..b", "v1.2", "feature/x", "a.b/c", "..a", "%zz"})
    void argument_thatOnlyLooksLikeIt_isSent(String value) {
        assertThat(UriTemplate.parse("https://h/{id}").expand(Map.of("id", Json.string(value))))
                .isEqualTo('/' + Escaping.STRICT.escape(value));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "h/{id}",
                "ftp://h/",
                "{scheme}://h/",
                "https://{host}/",
                "https://user@h/",
                "https:///x",
                "https://h:99999/",
                "https://h}/x",
                "https://h/{",
                "https://h/}",
                "https://h/{}",
                "https://h/{a{b}}",
                "https://h/{a,}",
                "https://h/{a:0}",
                "https://h/{a:x}",
                "https://h/{#a}",
                "https://h/{=a}",
                "https://h/{!a}",
                "https://h/{|a}",
                "https://h/{@a}",
                "https://h/#a",
                "https://h/?a=1{?b}",
                "https://h/?a?b",
                "https://h/x{&b}",
                "https://h/../x",
                "https://h/a/%2e%2e/x",
                "https://h/{.Auth.x}{..y}",
                "https://h/a\nb"
            })
    void template_thatIsMalformed_isRefused(String template) {
        assertThatExceptionOfType(InvalidToolDefinition.class).isThrownBy(() -> UriTemplate.parse(template));
    }
}
