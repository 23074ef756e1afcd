package dev.harbor.artifact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.harbor.json.InvalidJsonException;
import dev.harbor.json.Json;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ArtifactStubTest {

    private static final ArtifactRef REF = new ArtifactRef("sha256:" + "0123456789abcdef".repeat(4));

    @Test
    void json_isReadBack_withAndWithoutOptionalMembers() {
        for (ArtifactStub stub : List.of(
                new ArtifactStub(REF, "text/plain", 0, null, null),
                new ArtifactStub(REF, "image/png", Long.MAX_VALUE, "a \"cat\"\n", null),
                new ArtifactStub(REF, "image/png", 7, null, "artifact.fetch"),
                new ArtifactStub(REF, "application/json", 7, "{\"a\":1}", "artifact.fetch"))) {
            assertThat(ArtifactStub.parse(Json.parse(stub.toJson().toString()))).isEqualTo(stub);
        }
    }

    @Test
    void json_hasAFixedForm_andNoEmptyMembers() {
        assertThat(new ArtifactStub(REF, "text/plain", 5, "hi", "artifact.fetch")
                        .toJson()
                        .toString())
                .isEqualTo("{\"artifact_ref\":\"" + REF + "\",\"mime\":\"text/plain\",\"size_bytes\":5,\"hash\":\""
                        + REF + "\",\"summary\":\"hi\",\"fetch\":{\"tool\":\"artifact.fetch\",\"ref\":\"" + REF
                        + "\"}}");
        assertThat(new ArtifactStub(REF, "text/plain", 5, null, null).toJson().members())
                .containsOnlyKeys("artifact_ref", "mime", "size_bytes", "hash");
    }

    @Test
    void json_thatIsNone_isRefused() {
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> ArtifactStub.parse(Json.EMPTY_OBJECT));
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> ArtifactStub.parse(
                        Json.parse("{\"artifact_ref\":\"sha256:x\",\"mime\":\"a\",\"size_bytes\":1}")));
        assertThatExceptionOfType(InvalidJsonException.class)
                .isThrownBy(() -> ArtifactStub.parse(
                        Json.parse("{\"artifact_ref\":\"" + REF + "\",\"mime\":7,\"size_bytes\":1}")));
    }

    @Test
    void size_thatIsNegative_isRefused() {
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> new ArtifactStub(REF, "text/plain", -1, null, null));
    }
}
