package dev.harbor.examples.harness;

import dev.harbor.event.Redactor;
import dev.harbor.json.Json;
import java.io.PrintStream;

/**
 * What the harness says: JSON for programs on one stream, lines for people on the other, and no secrets on either.
 *
 * @param out takes JSON, in UTF-8 whatever the locale
 * @param err takes lines that begin with the name of the program
 */
record Console(PrintStream out, PrintStream err) {

    /** Prints a document. */
    void print(Json document) {
        byte[] text = Redactor.standard().redact(document).indented().toBytes();
        out.write(text, 0, text.length);
        out.println();
        out.flush();
    }

    /** Tells a person something, line by line. */
    void say(String message) {
        Redactor.standard().redact(message).lines().forEach(line -> err.println(Harness.NAME + ": " + line));
        err.flush();
    }
}
