package dev.harbor.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

final class ErrorCodesPageTest {

    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([A-Za-z0-9_]+)` \\|");

    @Test
    void page_listsEveryCode_andNoOther() throws IOException {
        String page = Files.readString(Path.of("reference", "errors.md"));
        String codes = page.substring(0, page.indexOf("## Denial codes"));
        List<String> listed =
                ROW.matcher(codes).results().map(row -> row.group(1)).toList();
        assertThat(listed)
                .doesNotHaveDuplicates()
                .containsExactlyInAnyOrderElementsOf(
                        ErrorCode.all().stream().map(ErrorCode::value).toList());
    }

    @Test
    void codes_areUnique() {
        assertThat(ErrorCode.all()).doesNotHaveDuplicates();
    }

    @Test
    void rows_haveAMeaning() throws IOException {
        List<MatchResult> rows = Pattern.compile("(?m)^\\| `[A-Za-z0-9_]+` \\| (.*) \\|$")
                .matcher(Files.readString(Path.of("reference", "errors.md")))
                .results()
                .toList();
        assertThat(rows).isNotEmpty().allSatisfy(row -> assertThat(row.group(1)).hasSizeGreaterThan(10));
    }
}
