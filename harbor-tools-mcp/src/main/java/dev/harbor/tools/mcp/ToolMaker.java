package dev.harbor.tools.mcp;

import dev.harbor.artifact.Provenance;
import dev.harbor.json.Json;
import dev.harbor.policy.ToolPolicy;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolDefinition;
import dev.harbor.tool.ToolHints;
import dev.harbor.tool.ToolId;
import dev.harbor.tool.TransportKind;
import org.jspecify.annotations.Nullable;

/** Makes a tool of what its server says of it and what the host does; where both say something, the host wins. Immutable. */
record ToolMaker(McpSettings settings, Host host) {

    private static final int LONGEST_DESCRIPTION = 8 << 10;
    private static final int LONGEST_NOTES = 1000;
    private static final int HASH_DIGITS = 8;

    Tool<?, ?> make(RemoteTool remote, @Nullable McpBinding binding, ParameterHeaders headers) {
        McpInvoker invoker = new McpInvoker(host, settings, remote, binding, headers);
        Tool<Json, Json> tool = Tool.of(definition(remote, binding), invoker).policy(policy(binding));
        McpEvidence evidence = binding == null ? null : binding.evidence();
        if (evidence == null) {
            return tool;
        }
        return evidence.provenance() == Provenance.VERIFIED ? tool.verifies() : tool.observes();
    }

    private ToolDefinition definition(RemoteTool remote, @Nullable McpBinding binding) {
        ToolDefinition.Builder builder = ToolDefinition.builder(id(remote, binding), remote.inputSchema())
                .transport(TransportKind.MCP)
                .source(settings.name)
                .description(description(remote, binding))
                .effect(effect(binding))
                .idempotent(binding != null && binding.isIdempotent());
        if (remote.outputSchema() != null) {
            builder.outputSchema(remote.outputSchema());
        }
        String hints = remote.hints();
        if (settings.trusted && hints != null) {
            builder.hints(new ToolHints(null, null, Words.text(hints, LONGEST_NOTES)));
        }
        if (binding != null && binding.loading() != null) {
            builder.loading(binding.loading());
        }
        return builder.build();
    }

    private ToolId id(RemoteTool remote, @Nullable McpBinding binding) {
        ToolId bound = binding == null ? null : binding.id();
        return bound != null ? bound : ToolId.of(name(settings.alias + '.' + remote.name()));
    }

    /** Returns a name that may be registered: what may not stand in one is replaced, and told apart by a hash. */
    static String name(String wanted) {
        StringBuilder plain = new StringBuilder();
        wanted.codePoints().forEach(c -> plain.appendCodePoint(isNamePart(c) ? c : '_'));
        return plain.toString().equals(wanted) ? wanted : disambiguated(plain.toString(), wanted);
    }

    private static boolean isNamePart(int c) {
        return c > ' ' && c < 0x7f && c != '@';
    }

    /** Returns another name for a tool whose own is taken. */
    static String disambiguated(String name) {
        return disambiguated(name, name);
    }

    private static String disambiguated(String shown, String hashed) {
        String hash = Json.string(hashed).argumentsDigest().substring(0, HASH_DIGITS);
        return shown.substring(0, Math.min(shown.length(), ToolId.MAX_NAME_LENGTH - HASH_DIGITS - 1)) + '-' + hash;
    }

    private static String description(RemoteTool remote, @Nullable McpBinding binding) {
        String bound = binding == null ? null : binding.description();
        return bound != null ? bound : Words.text(remote.description(), LONGEST_DESCRIPTION);
    }

    private SideEffect effect(@Nullable McpBinding binding) {
        SideEffect bound = binding == null ? null : binding.effect();
        return bound == null ? settings.effect : bound;
    }

    private ToolPolicy policy(@Nullable McpBinding binding) {
        return settings.policy(binding == null ? null : binding.policy());
    }
}
