package dev.harbor.runtime;

import dev.harbor.catalog.ToolFinder;
import dev.harbor.catalog.WireNames;
import dev.harbor.dispatch.Discovery;
import dev.harbor.dispatch.Sight;
import dev.harbor.json.Codec;
import dev.harbor.json.Json;
import dev.harbor.json.Param;
import dev.harbor.json.Repair;
import dev.harbor.tool.Loading;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolDefinition;
import dev.harbor.tool.ToolId;
import dev.harbor.tool.ToolContext;
import dev.harbor.tool.ToolInvoker;
import dev.harbor.tool.ToolOutput;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Is the tool by which a planner finds tools that are not shown to it. What it finds is shown from the next turn on. Thread-safe. */
final class SearchTool implements ToolInvoker<SearchTool.Wanted, SearchTool.Found>, Discovery {

    static final String NAME = "tool.search";
    static final int MAX_FOUND = 20;
    static final int DEFAULT_FOUND = 5;

    private static final int MAX_DESCRIPTION_LENGTH = 300;
    private static final int MAX_PARAMETERS = 20;
    private static final Codec<Wanted> INPUT = Codec.of(Wanted.class);
    private static final Codec<Answer> OUTPUT = Codec.of(Answer.class);

    private final ToolFinder finder;

    /** Is what is looked for. */
    record Wanted(
            @Param(description = "What the tool should do, in a few words") String query,
            @Param(description = "Only tools with all of these tags") @Nullable List<String> tags,
            @Param(description = "How many tools at most, from 1 to 20; 5 when absent") @Nullable Integer limit) {}

    /** Is what a planner reads of a tool. */
    record Hit(String name, String description, List<String> parameters, String effect, boolean shown) {}

    /** Is what a planner reads. */
    record Answer(List<Hit> tools) {}

    /** Is what was found, with the ids by which it is remembered. */
    record Found(Answer answer, List<String> ids) {}

    private SearchTool(ToolFinder finder) {
        this.finder = finder;
    }

    static Tool<?, ?> over(ToolFinder finder) {
        ToolDefinition definition = ToolDefinition.builder(ToolId.of(NAME), INPUT.schema())
                .description("Finds tools that are not listed, by what they do. What it finds can be called from the next step on.")
                .outputSchema(OUTPUT.schema())
                .effect(SideEffect.READ)
                .build();
        return Tool.of(definition, new SearchTool(finder));
    }

    @Override
    public Wanted decode(Json arguments) {
        return INPUT.decode(arguments);
    }

    @Override
    public Wanted decode(Json arguments, Consumer<Repair> repairs) {
        return INPUT.decode(arguments, repairs);
    }

    @Override
    public Json encodeInput(Wanted input) {
        return INPUT.encode(input);
    }

    @Override
    public ToolOutput<Found> invoke(Wanted input, ToolContext context) {
        Sight sight = Sight.of(context);
        int most = Math.max(1, Math.min(MAX_FOUND, Objects.requireNonNullElse(input.limit(), DEFAULT_FOUND)));
        Set<String> tags = Set.copyOf(Objects.requireNonNullElse(input.tags(), List.<String>of()));
        List<Tool<?, ?>> found = finder.find(
                sight.snapshot(),
                new ToolFinder.Query(input.query(), tags, most),
                tool -> !tool.id().name().equals(NAME) && sight.mayShow(tool));
        WireNames names = sight.snapshot().wireNames();
        return ToolOutput.of(new Found(
                new Answer(found.stream().map(tool -> hit(tool, names)).toList()),
                found.stream().map(tool -> tool.id().toString()).toList()));
    }

    private static Hit hit(Tool<?, ?> tool, WireNames names) {
        ToolDefinition definition = tool.definition();
        String wireName = names.wireName(tool.id());
        return new Hit(
                wireName == null ? tool.id().name() : wireName,
                excerpt(definition.description()),
                parameters(definition.inputSchema()),
                definition.effect().wireName(),
                definition.loading() == Loading.ALWAYS);
    }

    private static String excerpt(String text) {
        if (text.length() <= MAX_DESCRIPTION_LENGTH) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(MAX_DESCRIPTION_LENGTH - 1))
                ? MAX_DESCRIPTION_LENGTH - 1
                : MAX_DESCRIPTION_LENGTH;
        return text.substring(0, end) + "...";
    }

    private static List<String> parameters(Json schema) {
        return schema.at("/properties")
                .filter(all -> all.kind() == Json.Kind.OBJECT)
                .map(all -> all.members().keySet().stream().limit(MAX_PARAMETERS).toList())
                .orElse(List.of());
    }

    @Override
    public Json encodeResult(Found found, boolean validate) {
        return OUTPUT.encode(found.answer());
    }

    @Override
    public List<String> discovered(Object result) {
        return result instanceof Found found ? found.ids() : List.of();
    }
}
