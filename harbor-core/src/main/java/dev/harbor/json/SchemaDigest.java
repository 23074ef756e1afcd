package dev.harbor.json;

/** Computes the identity of a schema. */
public final class SchemaDigest {
    private SchemaDigest() {}

    /** Returns 64 lower-case hexadecimal digits. */
    public static String of(String schema) {
        throw new UnsupportedOperationException(schema);
    }

    /** Returns 64 lower-case hexadecimal digits. */
    public static String of(byte[] schema) {
        throw new UnsupportedOperationException();
    }

    /** Returns 64 lower-case hexadecimal digits. */
    public static String of(Json schema) {
        return of(schema.toString());
    }
}
