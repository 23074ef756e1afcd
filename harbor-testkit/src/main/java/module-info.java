/** Contract suites for every SPI, scripted planner and model, fault injection, manual clock, recorders. For test scope. */
module dev.harbor.testkit {
    requires transitive dev.harbor.core;
    requires transitive org.junit.jupiter.api;
    requires transitive org.assertj.core;

    exports dev.harbor.testkit;

    // The tests of the contract suites are package-private, so that nobody takes them for API.
    opens dev.harbor.testkit to
            org.junit.platform.commons;
}
