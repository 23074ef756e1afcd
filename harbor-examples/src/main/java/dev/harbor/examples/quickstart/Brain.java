package dev.harbor.examples.quickstart;

import dev.harbor.llm.LlmClient;
import dev.harbor.llm.langchain4j.LangChain4jLlm;
import dev.harbor.plan.Planner;
import dev.harbor.planner.ModelPlanner;
import dev.harbor.policy.Backoff;
import dev.harbor.policy.ToolPolicy;
import dev.langchain4j.model.anthropic.AnthropicStreamingChatModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What decides: a script, or a model somewhere.
 *
 * @param model what is asked
 * @param planner who asks it
 * @param description what it is, for people
 * @param isScript whether it is the script
 */
record Brain(LlmClient model, Planner planner, String description, boolean isScript) {

    static final ToolPolicy POLICY = ToolPolicy.builder()
            .timeout(Duration.ofMinutes(2))
            .maxAttempts(3)
            .backoff(Backoff.fixed(Duration.ofSeconds(2)))
            .build();

    private static final String OPEN_AI = "https://api.openai.com/v1";

    static Brain of(Options options, Map<String, String> environment, Consumer<String> remarks) throws WrongUsage {
        String name = options.model();
        if (name == null) {
            requireNoUrl(options.url());
            return new Brain(new OfflineModel(), new SurveyPlanner(remarks), OfflineModel.NAME + ": a script", true);
        }
        ModelPlanner planner = ModelPlanner.builder().listener(new Remarks(remarks)).build();
        return new Brain(model(name, options.url(), environment), planner, name, false);
    }

    private static void requireNoUrl(@Nullable String url) throws WrongUsage {
        if (url != null) {
            throw new WrongUsage("--url needs a --model NAME to ask there");
        }
    }

    private static LlmClient model(String name, @Nullable String url, Map<String, String> environment)
            throws WrongUsage {
        if (url == null && name.startsWith("claude")) {
            return anthropic(name, key("ANTHROPIC_API_KEY", environment), environment);
        }
        String key = url == null
                ? key("OPENAI_API_KEY", environment)
                : environment.getOrDefault("OPENAI_API_KEY", "none");
        return openAi(name, url == null ? OPEN_AI : url, key);
    }

    private static String key(String variable, Map<String, String> environment) throws WrongUsage {
        String key = environment.getOrDefault(variable, "");
        if (key.isBlank()) {
            throw new WrongUsage("--model needs a key in " + variable + ", or --url URL for a server that needs none");
        }
        return key;
    }

    private static LlmClient openAi(String name, String url, String key) {
        return LangChain4jLlm.builder(OpenAiStreamingChatModel.builder()
                        .baseUrl(url)
                        .apiKey(key)
                        .modelName(name)
                        .build())
                .joinTexts(true)
                .temperature(false)
                .build();
    }

    private static LlmClient anthropic(String name, String key, Map<String, String> environment) {
        AnthropicStreamingChatModel.AnthropicStreamingChatModelBuilder builder =
                AnthropicStreamingChatModel.builder().apiKey(key).modelName(name);
        String url = environment.get("ANTHROPIC_BASE_URL");
        if (url != null) {
            builder.baseUrl(url);
        }
        return LangChain4jLlm.builder(builder.build())
                .temperature(false)
                .maxSilence(Duration.ofMinutes(1))
                .build();
    }
}
