package dev.harbor.tools.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.json.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The pages say what the code does. */
final class PagesOfDocsTest {

    private static final Path DOCS = Path.of("..", "docs", "reference");
    private static final Pattern ROW =
            Pattern.compile("(?m)^\\| (.*?) \\| `([A-Z_]+)` \\| (.*?) \\| (yes|no) \\| (.*?) \\|$");

    @Test
    void statuses_meanWhatThePageSays() throws Exception {
        List<MatchResult> rows = ROW.matcher(Files.readString(DOCS.resolve("http-statuses.md")))
                .results()
                .toList();

        assertThat(rows).hasSizeGreaterThan(35).allSatisfy(row -> {
            Statuses.Meaning meaning = Statuses.of(example(row.group(1)));
            assertThat(meaning.code()).isEqualTo(row.group(2));
            assertThat(meaning.errorClass().wireName()).isEqualTo(row.group(3));
            assertThat(meaning.outcomeKnown()).isEqualTo(row.group(4).equals("yes"));
            assertThat(row.group(5)).startsWith(meaning.words());
        });
    }

    @Test
    void statuses_thatAreKnown_areOnThePage() throws Exception {
        String page = Files.readString(DOCS.resolve("http-statuses.md"));

        for (int status = 400; status < 600; status++) {
            String code = Statuses.of(status).code();
            if (!code.equals("HTTP_CLIENT_ERROR") && !code.equals("HTTP_SERVER_ERROR")) {
                assertThat(page).contains("| " + status + " | `" + code + "` |");
            }
        }
    }

    private static int example(String cell) {
        return switch (cell) {
            case "3xx" -> 302;
            case "other 4xx" -> 418;
            case "other 5xx" -> 599;
            case "600 and above" -> 700;
            default -> Integer.parseInt(cell);
        };
    }

    @Test
    void schemaOfManifests_isTheOneThatIsPublished() throws Exception {
        Json published = Json.parse(Files.readString(DOCS.resolve("http-manifest.schema.json")));

        assertThat(published).isEqualTo(HttpManifest.schema());
    }

    @Test
    void defaults_areTheOnesOnThePage() throws Exception {
        String page = Files.readString(DOCS.resolve("defaults.md"));

        assertThat(page)
                .contains("| an answer of an HTTP tool in memory | " + HttpAnswer.DEFAULT_BYTES + " bytes |")
                .contains("| an answer of an HTTP tool as an artifact | " + HttpAnswer.DEFAULT_ARTIFACT_BYTES
                        + " bytes |")
                .contains("| events of a stream of an HTTP tool | " + HttpAnswer.DEFAULT_EVENTS + " |")
                .contains("| header that names a call over HTTP | `" + HttpTool.DEFAULT_IDEMPOTENCY_HEADER + "` |")
                .contains(
                        "| a manifest | " + HttpManifest.MAX_BYTES + " bytes, " + HttpManifest.MAX_TOOLS + " tools |");
    }
}
