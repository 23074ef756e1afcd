package dev.harbor.benchmarks;

/** The arguments of 300 bytes. */
record Refund(String customerId, String email, long amountCents, Currency currency, String note) {

    static final String JSON =
            "{\"customerId\":\"cus_8f14e45fceea167a\",\"email\":\"ada.lovelace@example.com\",\"amountCents\":129900,"
                    + "\"currency\":\"EUR\",\"note\":\"Refund for order 2026-11-30/4471: the parcel arrived damaged; the customer attached three photos "
                    + "and asked for a full refund to the original payment method. Approved by tier-2 now.\"}";

    Receipt receipt() {
        return new Receipt(customerId, amountCents, currency, note.length());
    }

    /** What may be paid back. */
    enum Currency {
        EUR,
        USD,
        GBP
    }

    /** The result. */
    record Receipt(String customerId, long amountCents, Currency currency, int noteLength) {

        static final String JSON =
                "{\"customerId\":\"cus_8f14e45fceea167a\",\"amountCents\":129900,\"currency\":\"EUR\",\"noteLength\":180}";
    }
}
