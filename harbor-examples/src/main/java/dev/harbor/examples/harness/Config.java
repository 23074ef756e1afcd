package dev.harbor.examples.harness;

import dev.harbor.access.AccessPolicy;
import dev.harbor.error.ConfigurationException;
import dev.harbor.examples.harness.ConfigFile.CompletionSettings;
import dev.harbor.examples.harness.ConfigFile.ProfileSettings;
import dev.harbor.json.Json;
import dev.harbor.run.BudgetLimits;
import dev.harbor.run.CompletionContract;
import dev.harbor.run.CompletionEvaluators;
import dev.harbor.run.GoalProfile;
import dev.harbor.run.Profile;
import dev.harbor.tool.TransportKind;
import dev.harbor.tools.mcp.McpToolsProvider;
import dev.harbor.transport.TransportConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a run is driven with.
 *
 * @param workspace the real path of the directory that the tools work in
 * @param profile what the model is told, and when the run is complete
 * @param access what the run may see and call
 * @param limits what it may use
 * @param sources the MCP servers whose tools it has in place of those of the harness; none for those
 */
record Config(
        Path workspace, Profile profile, AccessPolicy access, BudgetLimits limits, List<TransportConfig> sources) {

    /** The only model there is here. */
    private static final String FIXTURE = "fixture";

    /**
     * Reads a configuration. The workspace is made unless it is there.
     *
     * @throws Refused if the file is not one, naming place and what is allowed
     */
    static Config read(Path path) {
        StrictFile file = new StrictFile(path);
        ConfigFile written = file.read(ConfigFile.CODEC);
        if (written.schemaVersion() != 1) {
            throw file.refuse("/schemaVersion", "must be 1, got " + written.schemaVersion());
        }
        if (!written.provider().mode().equals(FIXTURE)) {
            throw file.refuse(
                    "/provider/mode",
                    "must be \"" + FIXTURE
                            + "\", the offline model that comes with the harness; a provider that needs a"
                            + " network is not available here");
        }
        Profile profile = profile(file, written.profile());
        BudgetLimits limits = new Budgets(file, written.budgets()).limits();
        Policies policies = new Policies(file, written.policy());
        Path workspace = workspace(file, written.workspace());
        String prompt = written.profile().systemPrompt();
        AccessPolicy access = BoundPolicy.of(policies.policy(workspace), workspace, prompt);
        return new Config(workspace, profile, access, limits, sources(file, written.mcp()));
    }

    /** Opens each once, so that a wrong one is refused before a run begins. */
    private static List<TransportConfig> sources(StrictFile file, @Nullable Map<String, Json> servers) {
        List<TransportConfig> sources = new ArrayList<>();
        for (Map.Entry<String, Json> server : (servers == null ? Map.<String, Json>of() : servers).entrySet()) {
            try {
                TransportConfig source = new TransportConfig(TransportKind.MCP, server.getKey(), server.getValue());
                new McpToolsProvider().open(source).close();
                sources.add(source);
            } catch (ConfigurationException | IllegalArgumentException e) {
                throw file.refuse("/mcp/" + server.getKey(), "can't be taken: " + e.getMessage());
            }
        }
        return List.copyOf(sources);
    }

    private static Profile profile(StrictFile file, ProfileSettings settings) {
        try {
            CompletionContract contract = contract(settings.completion());
            CompletionEvaluators.standard().require(contract);
            return GoalProfile.builder(settings.name(), settings.version(), settings.systemPrompt())
                    .completion(contract)
                    .summaryEvidenceType(settings.summaryEvidenceType())
                    .maxOutputTokens(settings.maxOutputTokens())
                    .build();
        } catch (ConfigurationException | IllegalArgumentException e) {
            throw file.refuse("/profile", "can't be taken: " + e.getMessage());
        }
    }

    private static CompletionContract contract(CompletionSettings settings) {
        String mode = settings.mode().name().toLowerCase(Locale.ROOT);
        return new CompletionContract(mode, settings.version(), settings.parameters());
    }

    private static Path workspace(StrictFile file, String text) {
        try {
            Path directory = file.path().toAbsolutePath().resolveSibling(text).normalize();
            if (text.isBlank() || (Files.exists(directory) && !Files.isDirectory(directory))) {
                throw file.refuse("/workspace", "must be a directory, relative to the file or absolute");
            }
            Privacy.makeDirectories(directory);
            return directory.toRealPath();
        } catch (IOException | InvalidPathException e) {
            throw file.refuse("/workspace", "must be a directory that can be used: " + e);
        }
    }
}
