/** The model, the dispatcher, planners, runs, in-process tools and every SPI of Harbor. */
module dev.harbor.core {
    requires static transitive org.jspecify;
    requires org.slf4j;
    requires tools.jackson.databind;
    requires tools.jackson.core;
    requires com.fasterxml.jackson.annotation;
    requires com.networknt.schema;
    requires io.github.resilience4j.core;
    requires io.github.resilience4j.circuitbreaker;
    requires io.github.resilience4j.bulkhead;

    exports dev.harbor.access;
    exports dev.harbor.artifact;
    exports dev.harbor.catalog;
    exports dev.harbor.error;
    exports dev.harbor.event;
    exports dev.harbor.flow;
    exports dev.harbor.identity;
    exports dev.harbor.journal;
    exports dev.harbor.json;
    exports dev.harbor.llm;
    exports dev.harbor.loop;
    exports dev.harbor.pause;
    exports dev.harbor.plan;
    exports dev.harbor.planner;
    exports dev.harbor.policy;
    exports dev.harbor.run;
    exports dev.harbor.runtime;
    exports dev.harbor.safety;
    exports dev.harbor.seal;
    exports dev.harbor.tool;
    exports dev.harbor.tool.annotation;
    exports dev.harbor.transport;

    uses dev.harbor.transport.ToolTransportProvider;
}
