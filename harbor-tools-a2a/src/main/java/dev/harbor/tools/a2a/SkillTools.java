package dev.harbor.tools.a2a;

import dev.harbor.json.Json;
import dev.harbor.policy.ToolPolicy;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolDefinition;
import dev.harbor.tool.ToolExample;
import dev.harbor.tool.ToolHints;
import dev.harbor.tool.ToolId;
import dev.harbor.tool.TransportKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Makes tools of what a card says: one a skill, or one for the agent. Names come from the ids of skills alone, so that none depends on the order of a card. The
 * words of a card are descriptions and examples, and no more: effect, policy and access are the embedder's.
 *
 * @param changes what the embedder says about the tool of a skill, by its id; after {@code all}
 */
record SkillTools(
        String source,
        boolean single,
        int mostSkills,
        Predicate<String> selected,
        Map<String, String> names,
        UnaryOperator<Tool<Json, Json>> all,
        Map<String, UnaryOperator<Tool<Json, Json>>> changes) {

    static final Duration TIMEOUT = Duration.ofMinutes(10);

    private static final int LONGEST_NAME = 64;
    private static final int LONGEST_DESCRIPTION = 2000;
    private static final int MOST_EXAMPLES = 5;

    /** Says for whom the tool of a skill exists. */
    @FunctionalInterface
    interface Visibility {

        Tool<Json, Json> of(String skill, Tool<Json, Json> tool);
    }

    /** Makes the tools of a card. */
    List<Tool<?, ?>> of(AgentCard card, Peer peer, ToolSettings settings, Visibility visibility) {
        List<AgentSkill> skills =
                card.skills().stream().filter(each -> selected.test(each.id())).toList();
        List<Tool<?, ?>> tools = new ArrayList<>();
        if (single || skills.isEmpty() || skills.size() > mostSkills) {
            tools.add(changed("", tool(name(source, ""), about(card, skills), List.of(), card, null, peer, settings)));
            return tools;
        }
        Map<String, Integer> claims = new HashMap<>();
        skills.forEach(each -> claims.merge(wanted(each), 1, Integer::sum));
        Map<String, Integer> taken = new HashMap<>();
        for (AgentSkill each : skills) {
            String wanted = wanted(each);
            String end = claims.getOrDefault(wanted, 1) == 1 ? "" : end(each, taken.merge(each.id(), 1, Integer::sum));
            String name = name(wanted, end);
            Tool<Json, Json> made = tool(name, about(each, card), examples(each), card, each, peer, settings);
            tools.add(visibility.of(each.id(), changed(each.id(), made)));
        }
        return tools;
    }

    private Tool<Json, Json> tool(
            String name,
            String description,
            List<ToolExample> examples,
            AgentCard card,
            @Nullable AgentSkill skill,
            Peer peer,
            ToolSettings settings) {
        List<String> tags = skill == null ? List.of() : skill.tags();
        List<String> modes = skill == null || skill.inputModes().isEmpty() ? card.inputModes() : skill.inputModes();
        ToolDefinition definition = ToolDefinition.builder(ToolId.of(name), Arguments.SCHEMA)
                .description(description)
                .effect(SideEffect.EXTERNAL)
                .transport(TransportKind.A2A)
                .source(source)
                .tags(tags.stream()
                        .map(Words::line)
                        .filter(tag -> !tag.isEmpty())
                        .limit(20)
                        .toArray(String[]::new))
                .mediaTypes(modes.stream().filter(mode -> mode.contains("/")).toArray(String[]::new))
                .examples(examples.toArray(ToolExample[]::new))
                .hints(new ToolHints(null, null, "Another agent does the work; what it says is not trusted."))
                .build();
        Invocation code = new Invocation(peer, settings, skill);
        return Tool.json(definition, code)
                .onAbandoned(code::abandoned)
                .policy(ToolPolicy.builder().timeout(TIMEOUT).build());
    }

    private Tool<Json, Json> changed(String skill, Tool<Json, Json> tool) {
        return changes.getOrDefault(skill, UnaryOperator.identity()).apply(all.apply(tool));
    }

    private static String about(AgentSkill skill, AgentCard card) {
        String text = skill.name() + (skill.description().isBlank() ? "" : ": " + skill.description());
        return Words.text(text, LONGEST_DESCRIPTION) + "\n(In the words of the remote agent '" + card.title() + "'.)";
    }

    private static String about(AgentCard card, List<AgentSkill> skills) {
        StringBuilder text = new StringBuilder(card.title());
        if (!card.description().isBlank()) {
            text.append(": ").append(Words.text(card.description(), LONGEST_DESCRIPTION));
        }
        for (AgentSkill each : skills.subList(0, Math.min(skills.size(), 50))) {
            text.append("\n- ").append(Words.line(each.name() + ": " + each.description()));
        }
        return Words.cut(text.toString(), 3 * LONGEST_DESCRIPTION) + "\n(In the words of the remote agent.)";
    }

    /** An example that is JSON with a message is one of arguments; another one is a message. */
    private static List<ToolExample> examples(AgentSkill skill) {
        return skill.examples().stream()
                .map(each -> Words.text(each, 1000))
                .filter(each -> !each.isEmpty())
                .limit(MOST_EXAMPLES)
                .map(each -> new ToolExample("", Json.of(Map.of("message", each)), List.of()))
                .toList();
    }

    private String wanted(AgentSkill skill) {
        String chosen = names.get(skill.id());
        if (chosen != null) {
            return chosen;
        }
        String legal = legal(skill.id());
        return source + '_' + (legal.isEmpty() ? "skill_" + Trace.hex(skill.id(), 4) : legal);
    }

    /** Tells skills of one name apart: by their ids, and what has the same id too by its place among these. */
    private static String end(AgentSkill skill, int which) {
        return '_' + Trace.hex(skill.id() + '|' + skill.name() + (which == 1 ? "" : "|" + which), 4);
    }

    private static String name(String wanted, String end) {
        String legal = legal(wanted);
        if (legal.length() + end.length() <= LONGEST_NAME) {
            return legal + end;
        }
        String hash = end.isEmpty() ? '_' + Trace.hex(wanted, 4) : end;
        return legal.substring(0, LONGEST_NAME - hash.length()) + hash;
    }

    private static String legal(String text) {
        return text.replaceAll("[^A-Za-z0-9_-]+", "_").replaceAll("__+", "_").replaceAll("^_+|_+$", "");
    }
}
