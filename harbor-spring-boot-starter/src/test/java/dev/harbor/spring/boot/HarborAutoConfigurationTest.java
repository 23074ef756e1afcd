package dev.harbor.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.harbor.access.AccessPolicy;
import dev.harbor.access.RestrictionPolicy;
import dev.harbor.artifact.ArtifactStore;
import dev.harbor.artifacts.Artifacts;
import dev.harbor.event.EventSink;
import dev.harbor.event.HarborEvent;
import dev.harbor.event.ToolInvoked;
import dev.harbor.journal.InMemoryJournal;
import dev.harbor.journal.Journal;
import dev.harbor.json.Json;
import dev.harbor.plan.Decision;
import dev.harbor.plan.Planner;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.runtime.RunRequest;
import dev.harbor.safety.ContextSafety;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolOutcome;
import dev.harbor.tool.annotation.HarborTool;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.beans.factory.BeanCurrentlyInCreationException;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;

final class HarborAutoConfigurationTest {

    record City(String name) {}

    private static final Json OSLO = Json.parse("{\"name\":\"Oslo\"}");
    private static final Json GREETING = Json.of("hello Oslo");

    private static HarborRuntime runtime(AssertableApplicationContext context) {
        return context.getBean(HarborRuntime.class);
    }

    private static Json call(AssertableApplicationContext context, String tool) {
        return runtime(context).as(Starting.ADA).call(tool, OSLO).orThrow();
    }

    public static class Greeter {

        @HarborTool(name = "city.greet", description = "Greets a city", effect = SideEffect.READ)
        public String greet(String name) {
            return "hello " + name;
        }
    }

    public static class Bystander {

        static int made;

        public Bystander() {
            made++;
        }

        public String greet(String name) {
            return name;
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Tools {

        @Bean
        Greeter greeter() {
            return new Greeter();
        }

        @Bean
        @Lazy
        Bystander bystander() {
            return new Bystander();
        }

        @Bean
        Tool<City, City> echo() {
            return Tool.<City, City>of("city.echo", City.class, City.class, city -> city)
                    .effect(SideEffect.READ);
        }
    }

    @Test
    void markedBeans_andBeansThatAreTools_areTools() {
        Bystander.made = 0;
        Starting.application().withUserConfiguration(Tools.class).run(context -> {
            assertThat(call(context, "city.greet")).isEqualTo(GREETING);
            assertThat(call(context, "city.echo")).isEqualTo(OSLO);
            assertThat(Bystander.made).isZero();
        });
    }

    @Configuration(proxyBeanMethods = false)
    static class Proxied {

        @Bean
        Greeter greeter() {
            ProxyFactory proxy = new ProxyFactory(new Greeter());
            proxy.setProxyTargetClass(true);
            proxy.addAdvice((org.aopalliance.intercept.MethodInterceptor) call -> call.proceed() + "!");
            return (Greeter) proxy.getProxy();
        }
    }

    @Test
    void markedBean_behindAProxy_isCalledThroughIt() {
        Starting.application()
                .withUserConfiguration(Proxied.class)
                .run(context -> assertThat(call(context, "city.greet")).isEqualTo(Json.of("hello Oslo!")));
    }

    public static class Asker {

        private final ObjectProvider<HarborRuntime> runtime;

        public Asker(ObjectProvider<HarborRuntime> runtime) {
            this.runtime = runtime;
        }

        @HarborTool(name = "city.ask", description = "Has a city greeted", effect = SideEffect.READ)
        public Json ask(String name) {
            return runtime.getObject()
                    .as(Starting.ADA)
                    .call("city.greet", Json.of(Map.of("name", name)))
                    .orThrow();
        }
    }

    public static class TooEarly {

        public TooEarly(HarborRuntime runtime) {
            assertThat(runtime).isNotNull();
        }

        @HarborTool(name = "city.early", description = "Wants what is made of it", effect = SideEffect.READ)
        public String ask(String name) {
            return name;
        }
    }

    @Test
    void markedBean_thatNeedsTheRuntime_asksForItWhenItIsCalled() {
        Starting.application()
                .withUserConfiguration(Tools.class)
                .withBean(Asker.class)
                .run(context -> assertThat(call(context, "city.ask")).isEqualTo(GREETING));
        Starting.application()
                .withBean(TooEarly.class)
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasRootCauseInstanceOf(BeanCurrentlyInCreationException.class));
    }

    @Test
    void withoutArtifacts_theApplicationDoesNotStart_andSaysWhatToDo() {
        Starting.bare().run(context -> {
            assertThat(context).hasFailed();
            var analysis = new ConfigurationFailureAnalyzer().analyze(context.getStartupFailure());
            assertThat(analysis.getDescription()).contains("a runtime needs artifacts");
            assertThat(analysis.getAction()).contains("harbor.artifacts.type").contains("ArtifactStore");
        });
    }

    @Test
    void enabled_false_leavesTheRuntimeOut() {
        Starting.bare()
                .withPropertyValues("harbor.enabled=false")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(HarborRuntime.class));
    }

    @Test
    void runtime_ofTheApplication_isTheOnlyOne() {
        HarborRuntime own = own();
        Starting.bare().withBean("own", HarborRuntime.class, () -> own).run(context -> {
            assertThat(runtime(context)).isSameAs(own);
            assertThat(context)
                    .doesNotHaveBean(ContextSafety.class)
                    .hasSingleBean(HarborLifecycle.class)
                    .hasBean("harborHealthIndicator");
        });
        assertThat(catchThrowable(() -> own.as(Starting.ADA).tools())).hasMessageContaining("closed");
    }

    @Test
    void runtimes_ofTheApplication_areTwo_andNeitherIsTakenForTheOne() {
        Starting.bare()
                .withBean("one", HarborRuntime.class, HarborAutoConfigurationTest::own)
                .withBean("two", HarborRuntime.class, HarborAutoConfigurationTest::own)
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .doesNotHaveBean(HarborLifecycle.class)
                        .doesNotHaveBean("harborHealthIndicator"));
    }

    static HarborRuntime own() {
        return HarborRuntime.builder().artifacts(Artifacts.memory()).build();
    }

    @Test
    void safety_store_andJournal_ofTheApplication_countMoreThanProperties() {
        ContextSafety safety = Artifacts.memory();
        Starting.bare()
                .withBean(ContextSafety.class, () -> safety)
                .run(context -> assertThat(context.getBean(ContextSafety.class)).isSameAs(safety));
        ArtifactStore store = Artifacts.memoryStore();
        Starting.bare()
                .withBean(ArtifactStore.class, () -> store)
                .run(context ->
                        assertThat(context).hasSingleBean(ArtifactStore.class).hasSingleBean(HarborRuntime.class));
        Journal journal = InMemoryJournal.create();
        Starting.application()
                .withPropertyValues("harbor.journal.type=memory")
                .withBean("own", Journal.class, () -> journal)
                .run(context -> assertThat(context.getBean(Journal.class)).isSameAs(journal));
    }

    @Test
    void runs_takeAJournal_thatIsAskedForByName() {
        Planner finishing = context -> Decision.finish(Json.of("done"));
        RunRequest goal = RunRequest.goal("finish");
        Starting.application().withBean(Planner.class, () -> finishing).run(context -> {
            assertThat(context).doesNotHaveBean(Journal.class);
            assertThat(catchThrowable(() -> runtime(context).as(Starting.ADA).start(goal)))
                    .hasMessageContaining("a run needs a journal");
        });
        Starting.application()
                .withPropertyValues("harbor.journal.type=memory")
                .withBean(Planner.class, () -> finishing)
                .run(context -> assertThat(runtime(context)
                                .as(Starting.ADA)
                                .start(goal)
                                .await(Duration.ofMinutes(1))
                                .isSuccess())
                        .isTrue());
    }

    @Configuration(proxyBeanMethods = false)
    static class Parts {

        final List<HarborEvent> events = new CopyOnWriteArrayList<>();

        @Bean
        AccessPolicy access() {
            return RestrictionPolicy.allowing(SideEffect.PURE);
        }

        @Bean
        EventSink sink() {
            return events::add;
        }
    }

    @Test
    void policy_andListeners_ofTheApplication_areThoseOfTheRuntime() {
        Starting.application().withUserConfiguration(Tools.class, Parts.class).run(context -> {
            assertThat(runtime(context).as(Starting.ADA).call("city.greet", OSLO))
                    .isInstanceOf(ToolOutcome.Denied.class);
            assertThat(context.getBean(Parts.class).events).anyMatch(ToolInvoked.class::isInstance);
        });
    }

    @Test
    void customizers_haveTheLastWord() {
        Starting.application()
                .withUserConfiguration(Tools.class, Parts.class)
                .withBean(
                        HarborRuntimeBuilderCustomizer.class,
                        () -> builder -> builder.access(RestrictionPolicy.allowing(SideEffect.READ)))
                .run(context -> assertThat(call(context, "city.greet")).isEqualTo(GREETING));
    }

    @Test
    void bounds_areThoseOfTheBuilder() {
        Starting.application()
                .withPropertyValues("harbor.max-parallel-calls=51")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("maxParallelCalls must be 1 to 50, got 51"));
    }
}
