package dev.harbor.examples.inspector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.examples.Chromium;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * The inspector in a browser of today; run by {@code -Pinterop}, which needs {@code chromium} on the path. It also draws the pictures of the page on looking at runs, into
 * {@code target/inspector}.
 */
@Tag("interop")
final class InspectorInChromiumTest {

    private static final Path DRAWN = Path.of("target", "inspector");
    private static final String HOSTILE = "<img src=x onerror=\"document.title='taken'\"><b id=taken>bold</b>";

    @TempDir(cleanup = CleanupMode.NEVER)
    Path folder;

    @Test
    void operator_seesRunsAsTheyCome_opensOne_andApprovesWhatItWaitsFor() throws Exception {
        try (CustomerCare care = new CustomerCare();
                Chromium browser = Chromium.start(folder.resolve("profile"))) {
            begin(care);
            browser.open(care.address("/inspector/"));
            browser.awaitText("You may not see this.");

            browser.open(care.address("/login"));
            browser.awaitText("Where is my parcel?");
            awaitLive(browser);
            care.begin("umbrella", "wesker", "run-1051", "Tell " + HOSTILE + " where the parcel is");
            browser.awaitText("Tell <img");
            assertThat(browser.script("document.querySelectorAll('#content img, #taken').length"))
                    .isEqualTo("0");
            browser.draw(DRAWN.resolve("inspector-runs.png"), 1000, 560, false);

            browser.click("a[href$=\"run-1049\"]");
            browser.awaitText("May this customer be refunded?");
            awaitLive(browser);
            assertThat(browser.script("document.body.innerText"))
                    .contains("49.00 EUR")
                    .doesNotContain("sk-live");
            browser.draw(DRAWN.resolve("inspector-run.png"), 1000, 1180, false);
            browser.draw(DRAWN.resolve("inspector-run-dark.png"), 1000, 1180, true);

            browser.script("document.querySelector('.decision input').value = 'the parcel is lost'");
            browser.click(".decision .good");
            browser.awaitText("Ended: succeeded");
            assertThat(browser.script("document.title")).isEqualTo("Run run-1049 · Harbor");
            browser.draw(DRAWN.resolve("ended.png"), 1000, 1900, false);

            browser.open(care.address("/inspector/tools"));
            browser.awaitText("payments.refund@v1");
            browser.draw(DRAWN.resolve("tools.png"), 1080, 760, true);
            browser.draw(DRAWN.resolve("narrow.png"), 420, 900, false);
        }
    }

    @Test
    void page_isRenewed_withoutClosingWhatIsOpen() throws Exception {
        try (CustomerCare care = new CustomerCare();
                Chromium browser = Chromium.start(folder.resolve("profile"))) {
            care.begin("acme", "ada", "run-1", "Refund Ada");
            browser.open(care.address("/login"));
            browser.click("a[href$=\"run-1\"]");
            browser.awaitText("May this customer be refunded?");
            awaitLive(browser);
            browser.script("document.querySelector('details.what').open = true");
            browser.script(
                    "fetch(document.querySelector('.decision').action, {method: 'POST', body: new URLSearchParams()})");
            browser.awaitText("Ended: succeeded");
            browser.awaitText("run.ended");
            assertThat(browser.script("document.querySelector('details.what').open"))
                    .isEqualTo("true");
        }
    }

    private static void awaitLive(Chromium browser) {
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .until(() -> browser.script("document.getElementById('live').dataset.state")
                        .equals("live"));
    }

    private static void begin(CustomerCare care) {
        care.begin("acme", "ada", "run-1047", "Where is my parcel?");
        care.passed(Duration.ofMinutes(48));
        care.begin("umbrella", "jill", "run-1048", "Answer the question about size 42");
        care.passed(Duration.ofMinutes(11));
        care.begin("acme", "ben", "run-1049", "Refund Ben, whose parcel was lost on its way");
        care.passed(Duration.ofMinutes(6));
        care.begin("acme", "carol", "run-1050", "Refund Carol for the second pair");
        care.passed(Duration.ofMinutes(2));
    }
}
