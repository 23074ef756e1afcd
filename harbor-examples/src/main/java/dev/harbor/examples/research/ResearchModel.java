package dev.harbor.examples.research;

import dev.harbor.json.Json;
import dev.harbor.llm.LlmCall;
import dev.harbor.llm.LlmClient;
import dev.harbor.llm.LlmReply;
import dev.harbor.llm.LlmRequest;
import dev.harbor.llm.LlmUsage;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Stands where a model would be, as a script: it knows nothing but the prompt, and answers the same to the same. It leads the research, and it does each of the tasks.
 *
 * <p>Thread-safe.
 */
final class ResearchModel implements LlmClient {

    static final String NAME = "offline-script";

    private static final String TASK = "Find out what it costs in a year to heat with: ";
    private static final Pattern FACTS = Pattern.compile(
            "gives ([0-9.]+) kilowatt-hours of heat.*costs ([0-9.]+) euros.*standing charge is ([0-9.]+) euros",
            Pattern.DOTALL);

    @Override
    public LlmReply complete(LlmRequest request, LlmCall call) {
        Page page = Page.of(request.messages());
        String answer = (page.goal().startsWith(TASK) ? task(page) : lead(page)).toString();
        call.deltas().accept(answer);
        return new LlmReply(answer, LlmUsage.NONE, "stop", NAME);
    }

    /** Looks what there is, spawns a task for each sheet, waits for each, and ranks what they found. */
    private static Json lead(Page page) {
        return page.result(Shelf.LIST)
                .map(titles -> delegate(page, titles.get("sheets").orElseThrow().elements()))
                .orElseGet(() -> call("Let me see what there is.", Shelf.LIST, Map.of()));
    }

    private static Json delegate(Page page, List<Json> sheets) {
        List<String> spawned = page.spawned();
        if (spawned.size() < sheets.size()) {
            return spawn(sheets.get(spawned.size()), page.input());
        }
        Set<String> ended =
                page.ended().stream().map(task -> text(task, "task_id")).collect(Collectors.toSet());
        return spawned.stream()
                .filter(task -> !ended.contains(task))
                .findFirst()
                .map(task -> action("", "await", Map.of("task", task)))
                .orElseGet(() -> finish("That is all of them.", ranking(page.ended())));
    }

    private static Json spawn(Json sheet, Json input) {
        Map<String, Object> given = new LinkedHashMap<>(input.members());
        given.put("sheet", text(sheet, "id"));
        return action(
                "One for a task of its own.", "spawn", Map.of("goal", TASK + text(sheet, "title"), "input", given));
    }

    private static Json ranking(List<Json> ended) {
        List<Finding> found = ended.stream()
                .filter(ResearchModel::isSuccess)
                .map(task -> Finding.CODEC.decode(task.get("result").orElseThrow()))
                .sorted(Comparator.comparing(Finding::perYear))
                .toList();
        List<String> failed = ended.stream()
                .filter(task -> !isSuccess(task))
                .map(task -> text(task, "task_id"))
                .toList();
        return Finding.Ranking.CODEC.encode(new Finding.Ranking(found, failed));
    }

    private static boolean isSuccess(Json task) {
        return text(task, "state").equals("succeeded");
    }

    /** Reads a sheet, has the sum done, and says what it came to. */
    private static Json task(Page page) {
        String sheet = text(page.input(), "sheet");
        return page.result(Shelf.READ)
                .map(read -> page.result(Shelf.COST)
                        .map(cost -> finish("", finding(read, cost)))
                        .orElseGet(() -> cost(page.input(), text(read, "text"))))
                .orElseGet(() -> call("I read the sheet.", Shelf.READ, Map.of("id", sheet)));
    }

    private static Json finding(Json read, Json cost) {
        BigDecimal perYear = new BigDecimal(cost.get("perYear").orElseThrow().toString());
        return Finding.CODEC.encode(new Finding(text(read, "title"), perYear, text(read, "id")));
    }

    private static Json cost(Json input, String sheet) {
        Matcher facts = FACTS.matcher(sheet);
        if (!facts.find()) {
            return action("", "finish", Map.of("reason", "no_path", "result", "the sheet has no figures"));
        }
        Map<String, Object> use = new LinkedHashMap<>();
        use.put("heat", input.get("kwh").orElseThrow());
        use.put("gain", new BigDecimal(facts.group(1)));
        use.put("price", new BigDecimal(facts.group(2)));
        use.put("standing", new BigDecimal(facts.group(3)));
        return call("It has the figures; I don't do sums in my head.", Shelf.COST, use);
    }

    private static Json call(String say, String tool, Map<String, Object> arguments) {
        return action(say, "call", Map.of("calls", List.of(Map.of("tool", tool, "arguments", arguments))));
    }

    private static Json finish(String say, Json result) {
        return action(say, "finish", Map.of("result", result));
    }

    private static Json action(String say, String action, Map<String, Object> more) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("say", say);
        members.put("action", action);
        members.putAll(more);
        return Json.of(members);
    }

    private static String text(Json of, String member) {
        return of.get(member).map(Json::asString).orElse("");
    }
}
