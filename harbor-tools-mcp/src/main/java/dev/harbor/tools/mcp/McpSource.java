package dev.harbor.tools.mcp;

import dev.harbor.access.CredentialProvider;
import dev.harbor.access.ResourceAuthorizer;
import dev.harbor.access.Secret;
import dev.harbor.catalog.ExternalToolset;
import dev.harbor.identity.Identity;
import dev.harbor.policy.ToolPolicy;
import dev.harbor.tool.SideEffect;
import dev.harbor.tools.mcp.HttpTarget.Egress;
import dev.harbor.tools.mcp.HttpTarget.HttpField;
import dev.harbor.transport.SourceState;
import dev.harbor.transport.ToolSource;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Is one MCP server as a source of tools: a slot of the catalog that is filled when the server is up, replaced as a whole when its list changes, and kept,
 * marked unavailable, while it is down. A server that is lost is started or connected to again, by itself, ever less often while that fails.
 *
 * <p>The methods that describe return changed copies, which have not been started. Nothing that the server says decides about effects, names or policy; its
 * words are cleaned and bounded; one odd tool is left out with its reason and the others live.
 *
 * <p>Thread-safe.
 */
public final class McpSource implements ToolSource {

    private final McpSettings settings;
    private final Host host;

    McpSource(McpSettings settings) {
        this.settings = settings;
        this.host = new Host(settings);
    }

    private McpSource with(Consumer<McpSettings> change) {
        return new McpSource(settings.with(change));
    }

    private McpSource stdio(String what, UnaryOperator<StdioTarget> change) {
        return with(changed -> changed.target = change.apply(changed.stdio(what)));
    }

    private McpSource http(String what, UnaryOperator<HttpTarget> change) {
        return with(changed -> changed.target = change.apply(changed.http(what)));
    }

    private McpSource egress(UnaryOperator<Egress> change) {
        return http("what may be connected to", target -> target.egress(change.apply(target.egress())));
    }

    // ---- the tools

    /**
     * Returns a copy whose tools are named with another prefix than the name of the source: {@code alias.tool}.
     *
     * @param prefix 1 to 64 letters, digits, dots, dashes and underscores
     * @throws dev.harbor.error.ConfigurationException if it is spelled otherwise
     */
    public McpSource alias(String prefix) {
        Objects.requireNonNull(prefix, "prefix");
        return with(changed -> changed.alias(prefix));
    }

    /**
     * Returns a copy with bindings of single tools.
     *
     * @throws dev.harbor.error.ConfigurationException if a tool is bound twice, or two have one id
     */
    public McpSource bind(McpBinding... more) {
        List<McpBinding> added = List.of(more);
        return with(changed -> changed.bind(added));
    }

    /** Returns a copy that leaves out every tool without a binding. */
    public McpSource boundOnly() {
        return with(changed -> changed.boundOnly = true);
    }

    /** Returns a copy that takes only some tools, by the names by which the server lists them. */
    public McpSource only(String... remoteNames) {
        Set<String> names = Set.of(remoteNames);
        return with(changed -> changed.only = names);
    }

    /** Returns a copy that leaves out some tools, by the names by which the server lists them. */
    public McpSource without(String... remoteNames) {
        Set<String> names = Set.of(remoteNames);
        return with(changed -> changed.without = names);
    }

    /** Returns a copy with the effect of tools whose binding names none; {@link SideEffect#EXTERNAL} when never set. */
    public McpSource effect(SideEffect value) {
        Objects.requireNonNull(value, "effect");
        return with(changed -> changed.effect = value);
    }

    /**
     * Returns a copy with a policy for what bindings leave open; what it leaves open too falls to an attempt of 60 s and, for a server that is a process, to
     * {@link dev.harbor.policy.Isolation#CALLER}, then to the runtime.
     */
    public McpSource policy(ToolPolicy value) {
        Objects.requireNonNull(value, "policy");
        return with(changed -> changed.policy = value.orElse(McpSettings.POLICY));
    }

    /** Returns a copy that also offers what the server lists as resources: one tool each, deferred, that reads it. */
    public McpSource resources() {
        return with(changed -> changed.resources = true);
    }

    /** Returns a copy that also offers what the server lists as prompts: one tool each, deferred, that fills it in. */
    public McpSource prompts() {
        return with(changed -> changed.prompts = true);
    }

    /**
     * Returns a copy that asks the server to tell of changes of resources, over the source's own connection, and again after each reconnect. Where the server
     * offers no such thing, a warning is logged and nothing is told. Nobody is told when never set; a second call replaces the first.
     *
     * @param listener is told, one change after another, on a thread of the source that may block; what changes again before it was told is told once; what
     *     it throws is logged
     * @param uris which resources, 1 to 64
     * @throws dev.harbor.error.ConfigurationException if there are none or too many, or one is no address
     */
    public McpSource watch(Consumer<McpResourceUpdate> listener, String... uris) {
        Objects.requireNonNull(listener, "listener");
        List<String> all = List.of(uris);
        return with(changed -> changed.watch(listener, all));
    }

    // ---- the server

    /** Returns a copy that trusts the server: it is told who calls (tenant, user and session), and what it says of its tools is shown as advice. */
    public McpSource trusted() {
        return with(changed -> changed.trusted = true);
    }

    /** Returns a copy that refuses a server that names itself otherwise. */
    public McpSource expectServer(String serverName) {
        Objects.requireNonNull(serverName, "serverName");
        return with(changed -> changed.expectedServer = serverName);
    }

    /** Returns a copy with other limits; {@link McpLimits#STANDARD} when never set. */
    public McpSource limits(McpLimits value) {
        Objects.requireNonNull(value, "limits");
        return with(changed -> changed.limits = value);
    }

    /** Returns a copy that lets the server ask the person who calls: the call waits for the answer as a pause. Off when never set. */
    public McpSource elicitation() {
        return with(changed -> changed.elicitation = true);
    }

    /** Returns a copy that lets the server ask for the help of a model. Off when never set. */
    public McpSource sampling(McpSampling handler) {
        Objects.requireNonNull(handler, "handler");
        return with(changed -> changed.sampling = handler);
    }

    /** Returns a copy that tells the server of directories that it may work in, which enforces nothing. None when never set. */
    public McpSource roots(Path... directories) {
        List<Path> all = List.of(directories);
        return with(changed -> changed.roots = all);
    }

    // ---- a server that is a process

    /**
     * Returns a copy whose server sees a variable.
     *
     * @throws dev.harbor.error.ConfigurationException if the name is not allowed, or the server is no process
     */
    public McpSource environment(String variable, String value) {
        return environment(variable, Secret.of(value));
    }

    /**
     * Returns a copy whose server sees a variable whose value is a secret.
     *
     * @throws dev.harbor.error.ConfigurationException if the name is not allowed, or the server is no process
     */
    public McpSource environment(String variable, Secret value) {
        Objects.requireNonNull(variable, "variable");
        Objects.requireNonNull(value, "value");
        return stdio("a variable", target -> target.variable(variable, value));
    }

    /**
     * Returns a copy whose server sees some variables of this process, those that are there. It sees no others.
     *
     * @throws dev.harbor.error.ConfigurationException if a name is not allowed, or the server is no process
     */
    public McpSource inherit(String... variables) {
        List<String> names = List.of(variables);
        return stdio("a variable", target -> target.inherit(names));
    }

    /**
     * Returns a copy whose server runs in a directory.
     *
     * @throws dev.harbor.error.ConfigurationException if the server is no process
     */
    public McpSource workingDirectory(Path directory) {
        Objects.requireNonNull(directory, "directory");
        return stdio("a working directory", target -> target.in(directory));
    }

    // ---- a server that is reached over HTTP

    /**
     * Returns a copy whose requests carry a header.
     *
     * @throws dev.harbor.error.ConfigurationException if it is one that the protocol or the client sets, or authorizes, or the server is a process
     */
    public McpSource header(String header, String value) {
        HttpField field = new HttpField(
                Objects.requireNonNull(header, "header"), Objects.requireNonNull(value, "value"), false, false);
        return http("a header", target -> target.header(field));
    }

    /**
     * Returns a copy whose requests carry a credential in a header. It is fetched for each request, for whom it is made.
     *
     * @throws dev.harbor.error.ConfigurationException if it is one that the protocol or the client sets, or the server is a process
     */
    public McpSource credential(String header, String credential) {
        HttpField field = new HttpField(
                Objects.requireNonNull(header, "header"),
                Objects.requireNonNull(credential, "credential"),
                true,
                false);
        return http("a credential", target -> target.header(field));
    }

    /**
     * Returns a copy whose requests carry a credential as a bearer token. It is fetched for each request, for whom it is made.
     *
     * @throws dev.harbor.error.ConfigurationException if the server is a process
     */
    public McpSource bearer(String credential) {
        HttpField field = new HttpField("Authorization", Objects.requireNonNull(credential, "credential"), true, true);
        return http("a credential", target -> target.header(field));
    }

    /**
     * Returns a copy that finds credentials there; none are known when never set.
     *
     * @throws dev.harbor.error.ConfigurationException if the server is a process
     */
    public McpSource credentials(CredentialProvider provider) {
        Objects.requireNonNull(provider, "provider");
        return http("a provider of credentials", target -> target.credentials(provider));
    }

    /**
     * Returns a copy for a server that hands its tools out against access tokens, which are fetched there for whom a request is made. Where a person has to
     * consent first, the call waits.
     *
     * @throws dev.harbor.error.ConfigurationException if the server is a process
     */
    public McpSource authorization(ResourceAuthorizer authorizer) {
        Objects.requireNonNull(authorizer, "authorizer");
        return http("authorization", target -> target.authorizer(authorizer));
    }

    /** Returns a copy whose own requests, such as those for the list of tools, are made on behalf of somebody. */
    public McpSource identity(Identity somebody) {
        Identity required = Identity.require(somebody);
        return with(changed -> changed.identity = required);
    }

    /** Returns a copy that may connect to loopback addresses, also without TLS. */
    public McpSource allowLoopback() {
        return egress(now -> new Egress(true, now.plain(), now.networks()));
    }

    /** Returns a copy that may speak http without TLS. */
    public McpSource allowPlainHttp() {
        return egress(now -> new Egress(now.loopback(), true, now.networks()));
    }

    /**
     * Returns a copy that may connect to a range of addresses that is not public, such as {@code 10.20.0.0/16}.
     *
     * @throws IllegalArgumentException if it is no range
     */
    public McpSource allowNetwork(String range) {
        Objects.requireNonNull(range, "range");
        McpSource changed = egress(now -> {
            List<String> all = new ArrayList<>(now.networks());
            all.add(range);
            return new Egress(now.loopback(), now.plain(), all);
        });
        ((HttpTarget) changed.settings.target).egress().policy();
        return changed;
    }

    McpSource ticks(Ticks ticks) {
        return with(changed -> changed.ticks = ticks);
    }

    // ---- as a source

    @Override
    public String name() {
        return settings.name;
    }

    /**
     * Connects, and delivers the tools before it returns. If that fails it goes on trying by itself.
     *
     * @throws McpException if the server can't be used at the moment; the message says why
     * @throws dev.harbor.error.ConfigurationException if it was started before or is closed
     */
    @Override
    public void start(Consumer<ExternalToolset> toolsets) {
        host.start(Objects.requireNonNull(toolsets, "toolsets"));
    }

    @Override
    public void onState(Consumer<SourceState> listener) {
        host.onState(Objects.requireNonNull(listener, "listener"));
    }

    @Override
    public SourceState state() {
        return host.state();
    }

    /** Returns why the source does not serve, or not as it should; empty when all is well. Does not block. */
    public Optional<String> trouble() {
        return host.trouble();
    }

    /** Returns what became of each tool that the server listed last, in the order of its list. Does not block. */
    public List<McpToolReport> tools() {
        return host.reports();
    }

    /** Returns the version of the protocol that is spoken; empty while the source is not connected. */
    public Optional<String> protocolVersion() {
        return host.protocolVersion();
    }

    /** Returns what the source has met so far. */
    public McpStatistics statistics() {
        return host.statistics();
    }

    /**
     * Connects anew, now: what is there is closed first. For an operator, after a source has given up or a server was mended.
     *
     * @throws McpException if the server can't be used; the source goes on trying by itself
     */
    public void reconnect() {
        host.reconnect();
    }

    /** Ends the connection and, if it is a process, the server with all that it started. Returns within some seconds. May be called more than once. */
    @Override
    public void close() {
        host.close();
    }

    @Override
    public String toString() {
        return "McpSource[" + settings.name + ", " + state() + ']';
    }
}
