package dev.harbor.tools.mcp;

import dev.harbor.catalog.ExternalToolset;
import dev.harbor.error.ConfigurationException;
import dev.harbor.identity.Identity;
import dev.harbor.policy.Isolation;
import dev.harbor.policy.ToolPolicy;
import dev.harbor.tool.SideEffect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Is what a host says of one server. Changed only while it is copied, by the thread that copies it; not changed any more once it is handed out. */
final class McpSettings {

    /** How calls run when neither binding nor source says: a minute for an attempt. */
    static final ToolPolicy POLICY =
            ToolPolicy.builder().timeout(java.time.Duration.ofSeconds(60)).build();

    /** Waiting for a process ends by an interrupt, so that no worker is needed to be on time, see ADR 80. */
    private static final ToolPolicy STDIO =
            ToolPolicy.builder().isolation(Isolation.CALLER).build();

    private static final int MOST_WATCHED = 64;

    private static final Pattern ALIAS = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]{0,63}");

    final String name;
    Target target;
    String alias;
    Identity identity;
    McpLimits limits = McpLimits.STANDARD;
    Map<String, McpBinding> bindings = Map.of();

    @Nullable
    Set<String> only;

    Set<String> without = Set.of();
    boolean boundOnly;
    boolean trusted;
    boolean resources;
    boolean prompts;
    boolean elicitation;
    SideEffect effect = SideEffect.EXTERNAL;
    ToolPolicy policy = POLICY;

    @Nullable
    String expectedServer;

    @Nullable
    McpSampling sampling;

    List<Path> roots = List.of();
    List<String> watched = List.of();

    @Nullable
    Consumer<McpResourceUpdate> watcher;

    Ticks ticks = Ticks.SYSTEM;

    McpSettings(String name, Target target) {
        int bytes = name.getBytes(StandardCharsets.UTF_8).length;
        if (name.isBlank() || bytes > ExternalToolset.MAX_SOURCE_BYTES) {
            throw new ConfigurationException(
                    "the name of a source has 1 to " + ExternalToolset.MAX_SOURCE_BYTES + " bytes");
        }
        this.name = name;
        this.target = target;
        this.alias = ALIAS.matcher(name).matches() ? name : name.replaceAll("[^A-Za-z0-9_-]", "_");
        this.identity = Identity.of("harbor", "harbor", "mcp-" + name);
    }

    private McpSettings(McpSettings from) {
        name = from.name;
        target = from.target;
        alias = from.alias;
        identity = from.identity;
        limits = from.limits;
        bindings = from.bindings;
        only = from.only;
        without = from.without;
        boundOnly = from.boundOnly;
        trusted = from.trusted;
        resources = from.resources;
        prompts = from.prompts;
        elicitation = from.elicitation;
        effect = from.effect;
        policy = from.policy;
        expectedServer = from.expectedServer;
        sampling = from.sampling;
        roots = from.roots;
        watched = from.watched;
        watcher = from.watcher;
        ticks = from.ticks;
    }

    /** Returns a copy that was changed. */
    McpSettings with(Consumer<McpSettings> change) {
        McpSettings copy = new McpSettings(this);
        change.accept(copy);
        return copy;
    }

    /** Returns how a call runs; what neither its binding nor the source says is what suits the transport. */
    ToolPolicy policy(@Nullable ToolPolicy bound) {
        ToolPolicy said = bound == null ? policy : bound.orElse(policy);
        return target instanceof StdioTarget ? said.orElse(STDIO) : said;
    }

    void alias(String value) {
        if (!ALIAS.matcher(value).matches()) {
            throw new ConfigurationException("an alias is spelled as " + ALIAS.pattern());
        }
        alias = value;
    }

    void watch(Consumer<McpResourceUpdate> listener, List<String> uris) {
        boolean legal = !uris.isEmpty()
                && uris.size() <= MOST_WATCHED
                && uris.stream().allMatch(uri -> !uri.isBlank() && uri.length() <= McpResourceUpdate.MAX_URI_LENGTH);
        if (!legal) {
            throw new ConfigurationException("1 to " + MOST_WATCHED + " resources are watched, by addresses of 1 to "
                    + McpResourceUpdate.MAX_URI_LENGTH + " characters");
        }
        watcher = listener;
        watched = List.copyOf(uris);
    }

    void bind(List<McpBinding> more) {
        Map<String, McpBinding> all = new LinkedHashMap<>(bindings);
        for (McpBinding binding : more) {
            if (all.put(binding.remoteName(), binding) != null) {
                throw new ConfigurationException(
                        "source '" + name + "' has two bindings of the tool '" + binding.remoteName() + "'");
            }
        }
        requireDistinctIds(all);
        bindings = Map.copyOf(all);
    }

    private void requireDistinctIds(Map<String, McpBinding> all) {
        List<Object> ids = new ArrayList<>();
        all.values().stream().map(McpBinding::id).filter(Objects::nonNull).forEach(ids::add);
        if (ids.size() != Set.copyOf(ids).size()) {
            throw new ConfigurationException("source '" + name + "' has two bindings with one id");
        }
    }

    StdioTarget stdio(String what) {
        if (target instanceof StdioTarget stdio) {
            return stdio;
        }
        throw new ConfigurationException(
                what + " belongs to a server that is started as a process; source '" + name + "' is reached over HTTP");
    }

    HttpTarget http(String what) {
        if (target instanceof HttpTarget http) {
            return http;
        }
        throw new ConfigurationException(
                what + " belongs to a server that is reached over HTTP; source '" + name + "' is started as a process");
    }
}
