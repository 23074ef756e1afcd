package dev.harbor.spring.boot;

import dev.harbor.access.AccessPolicy;
import dev.harbor.access.ConsentProvider;
import dev.harbor.access.ScopeGrants;
import dev.harbor.catalog.ToolFinder;
import dev.harbor.error.ConfigurationException;
import dev.harbor.error.ErrorCode;
import dev.harbor.error.HarborException;
import dev.harbor.event.EventSink;
import dev.harbor.journal.Journal;
import dev.harbor.json.Json;
import dev.harbor.llm.LlmClient;
import dev.harbor.plan.Planner;
import dev.harbor.run.CompletionEvaluators;
import dev.harbor.run.Profile;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.safety.ContextSafety;
import dev.harbor.tool.ContextPropagator;
import dev.harbor.tool.Tool;
import dev.harbor.tool.TransportKind;
import dev.harbor.transport.ToolSource;
import dev.harbor.transport.ToolTransportProvider;
import dev.harbor.transport.TransportConfig;
import java.util.function.Consumer;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/** Hands the beans and properties of an application to the builder of its runtime. */
final class HarborRuntimeParts {

    private final HarborProperties properties;
    private final ConfigurableListableBeanFactory beans;

    HarborRuntimeParts(HarborProperties properties, ConfigurableListableBeanFactory beans) {
        this.properties = properties;
        this.beans = beans;
    }

    HarborRuntime.Builder builder() {
        HarborRuntime.Builder builder = HarborRuntime.builder()
                .profile(properties.profile())
                .maxParallelCalls(properties.maxParallelCalls())
                .closeGrace(properties.closeGrace())
                .pauseExpiry(properties.pauseExpiry())
                .propagator(ContextPropagator.mdc())
                .artifacts(beans.getBean(ContextSafety.class));
        addSingles(builder);
        addTools(builder);
        each(EventSink.class, builder::events);
        each(ContextPropagator.class, builder::propagator);
        return builder;
    }

    private void addSingles(HarborRuntime.Builder builder) {
        single(Journal.class, builder::journal);
        HarborProperties.Store journal = properties.journal().type();
        if (journal != null
                && beans.getBeanProvider(Journal.class).stream().findAny().isEmpty()) {
            throw HarborAutoConfiguration.missingModule("harbor.journal.type", journal);
        }
        single(LlmClient.class, builder::llm);
        single(Planner.class, builder::planner);
        single(AccessPolicy.class, builder::access);
        single(ScopeGrants.class, builder::scopes);
        single(ConsentProvider.class, builder::consents);
        single(ToolFinder.class, builder::toolSearch);
        single(CompletionEvaluators.class, builder::evaluators);
        Profile[] profiles =
                beans.getBeanProvider(Profile.class).orderedStream().toArray(Profile[]::new);
        if (profiles.length > 0) {
            builder.profiles(profiles);
        }
    }

    private void addTools(HarborRuntime.Builder builder) {
        each(Tool.class, builder::tools);
        builder.tools(new AnnotatedBeans(beans).tools());
        each(ToolSource.class, builder::source);
        each(ToolTransportProvider.class, builder::transport);
        properties.sources().forEach((name, source) -> builder.source(config(name, source)));
    }

    private static TransportConfig config(String name, HarborProperties.Source source) {
        try {
            return new TransportConfig(new TransportKind(source.kind()), name, Json.parse(source.settings()));
        } catch (HarborException | IllegalArgumentException e) {
            throw new ConfigurationException(
                    ErrorCode.INVALID_CONFIGURATION, "harbor.sources." + name + ": " + e.getMessage(), e);
        }
    }

    private <T> void single(Class<T> type, Consumer<T> taker) {
        beans.getBeanProvider(type).ifAvailable(taker);
    }

    private <T> void each(Class<T> type, Consumer<T> taker) {
        beans.getBeanProvider(type).orderedStream().forEach(taker);
    }
}
