package dev.harbor.inspector;

/** Is what is around the content of every page: the way to the others, who looks, and whether it is live. */
final class Frame {

    private static final String HEAD = "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
            + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
            + "<meta name=\"color-scheme\" content=\"light dark\"><title>";

    private final Look look;
    private final String here;

    /**
     * Creates a frame.
     *
     * @param here the first step of the page that it is around
     */
    Frame(Look look, String here) {
        this.look = look;
        this.here = here;
    }

    /**
     * Returns a page that is renewed as events come.
     *
     * @param events where they come from
     */
    InspectorResponse live(String title, Markup content, String events) {
        Markup page = look.markup().tags(HEAD).text(title + " · Harbor").tags("</title><link rel=\"stylesheet\"");
        page.link("href", look.mount(), Assets.STYLE).tags("><script defer");
        page.link("src", look.mount(), Assets.SCRIPT).tags("></script></head><body");
        page.attribute("data-events", events);
        page.attribute("data-runs", Markup.path(look.mount(), "runs"));
        page.tags("><nav><b>Harbor</b>");
        navigation(page);
        page.tags("<span class=\"who\">").text(look.access().actor()).tags("</span>");
        page.tags("<span id=\"live\" class=\"live\">not live</span>");
        page.tags("</nav><main id=\"content\">").tags(content.toString()).tags("</main>");
        page.tags("<aside id=\"activity\" hidden><h2>Since you look</h2><ol></ol></aside>");
        return InspectorResponse.page(200, page.tags("</body></html>\n").toString());
    }

    private void navigation(Markup page) {
        item(page, "", "Runs");
        item(page, "waiting", "Waiting");
        if (look.access().seesTools()) {
            item(page, "tools", "Tools");
        }
    }

    private void item(Markup page, String step, String name) {
        page.tags("<a").link("href", look.mount(), step);
        page.tags(step.equals(here) ? " aria-current=\"page\">" : ">")
                .text(name)
                .tags("</a>");
    }
}
