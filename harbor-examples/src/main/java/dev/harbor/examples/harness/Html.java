package dev.harbor.examples.harness;

import dev.harbor.event.Redactor;
import dev.harbor.json.Json;

/** Collects a page. What is given as text comes out without secrets and without meaning to a browser; only tags are taken as they are. */
final class Html {

    private final StringBuilder out = new StringBuilder();

    /** Adds tags. They are constants of the program, but for numbers. */
    Html tags(String markup) {
        out.append(markup);
        return this;
    }

    /** Adds text. */
    Html text(String text) {
        escape(Redactor.standard().redact(text));
        return this;
    }

    /** Adds text between the tags of an element. */
    Html element(String name, String classes, String text) {
        return tags("<" + name + " class=\"" + classes + "\">").text(text).tags("</" + name + ">");
    }

    /** Adds a document, spread over lines. */
    Html json(Json document) {
        out.append("<pre>");
        escape(Redactor.standard().redact(document).indented().toString());
        out.append("</pre>");
        return this;
    }

    private void escape(String text) {
        for (int i = 0; i < text.length(); i++) {
            char next = text.charAt(i);
            switch (next) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '"' -> out.append("&quot;");
                case '\'' -> out.append("&#39;");
                default -> out.append(isLegal(next) ? next : '\uFFFD');
            }
        }
    }

    private static boolean isLegal(char next) {
        return (next >= ' ' && next != 0x7F) || next == '\n' || next == '\t';
    }

    @Override
    public String toString() {
        return out.toString();
    }
}
