/** Traces and meters of Harbor. */
@SuppressWarnings("requires-transitive-automatic") // OpenTelemetry and Micrometer have names, and no descriptors
module dev.harbor.observability {
    requires transitive dev.harbor.core;
    requires transitive io.opentelemetry.api;
    requires transitive micrometer.core;
    requires static transitive org.jspecify;
    requires io.opentelemetry.context;
    requires org.slf4j;

    exports dev.harbor.observability;
}
