package dev.harbor.examples.tenants;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** A part in the stock of a tenant. */
record Part(String id, String name, String bin, int quantity, long cents) {

    static List<Part> readAll() {
        InputStream resource =
                Objects.requireNonNull(Part.class.getResourceAsStream("stock.csv"), "stock.csv is missing");
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(resource, StandardCharsets.UTF_8))) {
            return lines.lines().skip(1).map(Part::parse).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Part parse(String line) {
        String[] fields = line.split(",", -1);
        return new Part(fields[0], fields[1], fields[2], Integer.parseInt(fields[3]), Long.parseLong(fields[4]));
    }
}
