package dev.harbor.examples.approvals;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.examples.Chromium;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** The page in a browser of today; run by {@code -Pinterop}, which needs {@code chromium} on the path. */
@Tag("interop")
final class ApprovalDeskInChromiumTest {

    @TempDir(cleanup = CleanupMode.NEVER)
    Path folder;

    @Test
    void person_approvesAnEditedPayment_rejectsAnother_andGivesAccess() throws Exception {
        try (ApprovalDesk desk = ApprovalDesk.start(folder.resolve("desk"), 0);
                Chromium browser = Chromium.start(folder.resolve("profile"))) {
            browser.open(desk.address());
            browser.click("button[value^=\"pay\"]");
            show(browser, desk, "may this money be sent?");
            browser.script("document.querySelector('#arguments').value = '{\"to\":\"eve\",\"amount\":70}'");
            browser.click("#approve");
            show(browser, desk, "pay eve 700: succeeded");
            assertThat(desk.paid()).isEqualTo(70);

            browser.click("button[value^=\"pay\"]");
            show(browser, desk, "may this money be sent?");
            browser.click("#reject");
            show(browser, desk, "pay eve 700: succeeded\npay eve 700: succeeded");
            assertThat(desk.paid()).isEqualTo(70);

            browser.click("button[value^=\"appoint\"]");
            show(browser, desk, "Give access");
            assertThat(desk.events()).isZero();
            browser.click("#consent");
            browser.awaitText("May the approval desk write into your calendar?");
            browser.click("#yes");
            show(browser, desk, "appoint a meeting: succeeded");
            assertThat(desk.events()).isEqualTo(1);
        }
    }

    /** Looks at the desk again until it shows a text. */
    private static void show(Chromium browser, ApprovalDesk desk, String text) {
        Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> {
            boolean isThere = browser.script(
                            "location.pathname == '/' && document.body.innerText.includes('What waits')")
                    .equals("true");
            String seen = isThere ? browser.script("document.body.innerText") : "";
            if (isThere && !seen.contains(text)) {
                browser.script("location.reload()");
            }
            return seen.contains(text);
        });
    }
}
