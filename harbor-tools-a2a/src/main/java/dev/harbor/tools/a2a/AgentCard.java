package dev.harbor.tools.a2a;

import dev.harbor.json.Json;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Is what an agent says of itself. Only an address where it can be called is needed of it; whatever else is odd is left out.
 *
 * @param offered what it offers, in words, for the error when nothing of it is spoken here
 * @param requiredExtensions extensions without which it can't be called
 */
record AgentCard(
        Json json,
        String name,
        String description,
        String version,
        List<AgentInterface> interfaces,
        List<String> offered,
        boolean streaming,
        boolean push,
        boolean extended,
        List<AgentSkill> skills,
        List<String> inputModes,
        List<String> outputModes,
        List<String> requiredExtensions,
        Map<String, SecurityScheme> schemes,
        List<Requirement> security) {

    /**
     * Reads a card of either version.
     *
     * @throws BrokenPeer if it is no object
     */
    static AgentCard read(Json json) {
        Fields fields = Fields.of(json, "the card is no object");
        Fields capabilities = fields.object("capabilities");
        List<Place> places = places(fields);
        return new AgentCard(
                json,
                fields.textOr("", "name"),
                fields.textOr("", "description"),
                fields.textOr("", "version"),
                places.stream().flatMap(Place::usable).toList(),
                places.stream().map(Place::words).distinct().limit(10).toList(),
                capabilities.flag("streaming"),
                capabilities.flag("pushNotifications", "push_notifications"),
                capabilities.flag("extendedAgentCard", "extended_agent_card")
                        || fields.flag("supportsAuthenticatedExtendedCard"),
                fields.list("skills").stream().map(AgentSkill::read).toList(),
                fields.texts("defaultInputModes", "default_input_modes"),
                fields.texts("defaultOutputModes", "default_output_modes"),
                required(capabilities),
                schemes(fields),
                Requirement.read(fields));
    }

    /** Is an address as a card has it. */
    private record Place(String url, String binding, String version, String tenant) {

        Stream<AgentInterface> usable() {
            BindingKind kind = BindingKind.of(binding);
            ProtocolVersion spoken = ProtocolVersion.of(version);
            URI at = address(url);
            return kind == null || spoken == null || at == null
                    ? Stream.of()
                    : Stream.of(new AgentInterface(at, kind, spoken, tenant));
        }

        String words() {
            return Words.line(binding + ' ' + (version.isEmpty() ? "0.3" : version));
        }
    }

    private static @Nullable URI address(String url) {
        try {
            URI uri = URI.create(url.strip());
            return uri.getHost() == null ? null : uri;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private static List<Place> places(Fields card) {
        List<Place> places = new ArrayList<>();
        for (Json each : card.list("supportedInterfaces", "supported_interfaces")) {
            Fields at = Fields.of(each);
            places.add(new Place(
                    at.textOr("", "url"),
                    at.textOr("JSONRPC", "protocolBinding", "protocol_binding", "transport"),
                    at.textOr("1.0", "protocolVersion", "protocol_version"),
                    at.textOr("", "tenant")));
        }
        String version = card.textOr("", "protocolVersion", "protocol_version");
        String url = card.textOr("", "url");
        // A card of both versions has both forms; what the old form says is of the old version.
        String old = ProtocolVersion.of(version) == ProtocolVersion.V0_3 ? version : "0.3";
        if (!url.isEmpty()) {
            places.add(new Place(url, card.textOr("JSONRPC", "preferredTransport"), old, ""));
        }
        for (Json each : card.list("additionalInterfaces")) {
            Fields at = Fields.of(each);
            places.add(new Place(at.textOr("", "url"), at.textOr("JSONRPC", "transport"), old, ""));
        }
        return places;
    }

    private static List<String> required(Fields capabilities) {
        return capabilities.list("extensions").stream()
                .map(Fields::of)
                .filter(each -> each.flag("required"))
                .map(each -> each.textOr("", "uri"))
                .toList();
    }

    private static Map<String, SecurityScheme> schemes(Fields card) {
        Map<String, SecurityScheme> schemes = new LinkedHashMap<>();
        card.object("securitySchemes", "security_schemes")
                .members()
                .forEach((name, scheme) -> schemes.put(name, SecurityScheme.read(scheme)));
        return schemes;
    }

    /** Returns the name for people; the address' own when it has none. */
    String title() {
        String clean = Words.line(name);
        return clean.isEmpty() ? "a remote agent" : Words.cut(clean, 80);
    }

    String digest() {
        return json.argumentsDigest();
    }
}
