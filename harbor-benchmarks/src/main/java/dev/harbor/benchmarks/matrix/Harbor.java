package dev.harbor.benchmarks.matrix;

import dev.harbor.adapter.langchain4j.LangChain4jTools;
import dev.harbor.adapter.springai.SpringAiTools;
import dev.harbor.artifacts.Artifacts;
import dev.harbor.error.ConfigurationException;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolContent;
import dev.harbor.tool.ToolError;
import dev.harbor.tool.ToolOutcome;
import java.util.List;
import java.util.function.Function;

/** Harbor over the same tool object, through one of its adapters. */
final class Harbor implements Framework {

    /** What the text of a result begins with that was stored. */
    static final String STUB = "stub ";

    private final String adapter;
    private final Function<Object, List<Tool<?, ?>>> tools;

    private Harbor(String adapter, Function<Object, List<Tool<?, ?>>> tools) {
        this.adapter = adapter;
        this.tools = tools;
    }

    static Harbor ofLangChain4j() {
        return new Harbor("LangChain4j", LangChain4jTools::of);
    }

    static Harbor ofSpringAi() {
        return new Harbor("Spring AI", SpringAiTools::ofMethods);
    }

    @Override
    public String name() {
        return "Harbor, tools of " + adapter;
    }

    @Override
    public Called call(List<Object> objects, String arguments) throws Refused {
        HarborRuntime runtime;
        try {
            runtime = HarborRuntime.builder()
                    .artifacts(Artifacts.memory())
                    .tools(objects.stream()
                            .flatMap(object -> tools.apply(object).stream())
                            .toList())
                    .build();
        } catch (ConfigurationException e) {
            throw new Refused(e);
        }
        try (runtime) {
            return told(runtime.as(Identity.of("acme", "ada", "s1")).call(Row.TOOL, Json.lazy(arguments)));
        }
    }

    private static Called told(ToolOutcome<Json> outcome) {
        if (outcome instanceof ToolOutcome.Success<Json> success) {
            String stub = success.content() instanceof ToolContent.Offloaded ? STUB : "";
            return new Called(false, stub + success.content().visible());
        }
        ToolError error = outcome instanceof ToolOutcome.Unknown<Json> unknown
                ? unknown.error()
                : ((ToolOutcome.Failure<Json>) outcome).error();
        return new Called(true, error.message() + error.violations());
    }
}
