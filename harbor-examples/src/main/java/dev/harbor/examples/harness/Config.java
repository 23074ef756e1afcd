package dev.harbor.examples.harness;

import dev.harbor.access.AccessPolicy;
import dev.harbor.error.ConfigurationException;
import dev.harbor.examples.harness.ConfigFile.CompletionSettings;
import dev.harbor.examples.harness.ConfigFile.ProfileSettings;
import dev.harbor.run.BudgetLimits;
import dev.harbor.run.CompletionContract;
import dev.harbor.run.CompletionEvaluators;
import dev.harbor.run.GoalProfile;
import dev.harbor.run.Profile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;

/**
 * What a run is driven with.
 *
 * @param workspace the real path of the directory that the tools work in
 * @param profile what the model is told, and when the run is complete
 * @param access what the run may see and call
 * @param limits what it may use
 */
record Config(Path workspace, Profile profile, AccessPolicy access, BudgetLimits limits) {

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
        return new Config(workspace, profile, BoundPolicy.of(policies.policy(workspace), workspace, prompt), limits);
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
