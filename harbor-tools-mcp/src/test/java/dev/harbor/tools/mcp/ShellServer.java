package dev.harbor.tools.mcp;

/** Is a server in a few lines of a shell, which starts at once: for tests that start many. */
final class ShellServer {

    private static final String SCRIPT = """
            while read -r line; do
              id=${line#*'"id":'}; id=${id%%,*}
              case $line in
                *'"server/discover"'*) end='"error":{"code":-32601,"message":"Method not found"}';;
                *'"initialize"'*) end='"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"sh"}}';;
                *'"tools/list"'*) end='"result":{"tools":[{"name":"t","inputSchema":{"type":"object"}}]}';;
                *) continue;;
              esac
              printf '{"jsonrpc":"2.0","id":%s,%s}\\n' "$id" "$end"
            done
            """;

    private ShellServer() {}

    /** Returns the command that starts it. */
    static String[] command() {
        return new String[] {"/bin/sh", "-c", SCRIPT};
    }
}
