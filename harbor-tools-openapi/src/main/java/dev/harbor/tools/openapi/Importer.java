package dev.harbor.tools.openapi;

import dev.harbor.error.ConfigurationException;
import dev.harbor.error.ErrorCode;
import dev.harbor.error.HarborException;
import dev.harbor.tools.http.HttpTool;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Imports one document once. Confined to one thread. */
final class Importer {

    private final ImportSettings settings;
    private final Specification specification;
    private final ImportLog log = new ImportLog();
    private final List<HttpTool> tools = new ArrayList<>();
    private final List<OpenApiReport.Imported> imported = new ArrayList<>();
    private final List<OpenApiReport.Skipped> skipped = new ArrayList<>();
    private final Set<String> names = new HashSet<>();

    private Importer(ImportSettings settings, Specification specification) {
        this.settings = settings;
        this.specification = specification;
    }

    /**
     * Imports a document.
     *
     * @throws ConfigurationException if it is none, is too large, or does not have what the settings name
     */
    static OpenApiImport run(OpenApiDocument document, ImportSettings settings) {
        return new Importer(settings, Specification.of(new Files(document).root())).run();
    }

    private OpenApiImport run() {
        List<Found> found = Operations.of(specification.root(), log);
        settings.requireMentioned(found);
        noteWhatIsNoTool();
        ToolNames toolNames = new ToolNames(settings.prefix(), settings.names(), found);
        OperationReader reader = new OperationReader(settings, specification, toolNames, log);
        List<Found> selected = found.stream()
                .filter(each -> settings.selected().test(each.what()))
                .toList();
        selected.forEach(each -> one(each, reader));
        return new OpenApiImport(tools, report(found.size() - selected.size()));
    }

    private void noteWhatIsNoTool() {
        int webhooks = specification.root().get("webhooks").members().size();
        if (webhooks > 0) {
            log.note("", webhooks + " webhooks were left out: they are calls of the service, not to it");
        }
    }

    /** Whatever is wrong with one operation is its own matter. */
    private void one(Found found, OperationReader reader) {
        try {
            HttpTool tool = reader.read(found);
            String name = tool.definition().id().name();
            if (!names.add(name)) {
                throw new Unusable(OpenApiReason.INVALID_OPERATION, "another operation has the name " + name);
            }
            tools.add(tool);
            imported.add(new OpenApiReport.Imported(found.what(), name));
        } catch (HarborException | IllegalArgumentException e) {
            skipped.add(new OpenApiReport.Skipped(found.what(), reason(e), message(e)));
        }
    }

    private static OpenApiReason reason(RuntimeException e) {
        ErrorCode code = e instanceof HarborException known ? known.code() : ErrorCode.INVALID_TOOL_DEFINITION;
        return Arrays.stream(OpenApiReason.values())
                .filter(each -> each.name().equals(code.value()))
                .findFirst()
                .orElse(
                        code.equals(ErrorCode.INVALID_TOOL_DEFINITION)
                                ? OpenApiReason.UNSUPPORTED_REQUEST
                                : OpenApiReason.INVALID_OPERATION);
    }

    private static String message(RuntimeException e) {
        String message = e.getMessage();
        return message == null ? e.getClass().getSimpleName() : Words.clean(message);
    }

    private OpenApiReport report(int unselected) {
        Node info = specification.root().get("info");
        return new OpenApiReport(
                Words.label(info.text("title", "untitled")),
                Words.label(info.text("version", "")),
                specification.version(),
                imported,
                skipped,
                unselected,
                log.notes());
    }
}
