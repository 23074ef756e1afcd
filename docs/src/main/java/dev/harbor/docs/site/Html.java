package dev.harbor.docs.site;

/** Text as HTML shows it. */
final class Html {

    private Html() {}

    static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    static String link(String address, String text) {
        return "<a href=\"" + escape(address) + "\">" + escape(text) + "</a>";
    }
}
