package dev.harbor.tools.mcp.peers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.error.ErrorCode;
import dev.harbor.json.Json;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Calls tools whose schemas others fail at. */
final class SchemasTest {

    @TempDir
    private static Path folder;

    private static HarborPeerClient.Connected peer;

    @BeforeAll
    static void connect() {
        peer = new HarborPeerClient.Connected(
                HarborPeerClient.source(PeerCommand.of(StdioFault.EVERY_KEYWORD, folder.resolve("heard"))));
    }

    @AfterAll
    static void close() {
        peer.close();
    }

    @ParameterizedTest
    @EnumSource
    void schemaOfAServer_ofAnyKeyword_isEnforcedAsItIs(Schemas schema) {
        var caller = peer.runtime.as(HarborPeerClient.ADA);

        assertThat(caller.tools())
                .filteredOn(tool -> tool.id().name().equals("peer." + schema))
                .as("%s", peer.source.tools())
                .singleElement()
                .satisfies(tool -> assertThat(tool.inputSchema()).isEqualTo(Json.parse(schema.schema)));
        assertThat(caller.call("peer." + schema, Json.parse(schema.fitting)).errorCode()).isNull();
        assertThat(caller.call("peer." + schema, Json.parse(schema.other)).errorCode())
                .isEqualTo(ErrorCode.INVALID_ARGUMENTS);
    }
}
