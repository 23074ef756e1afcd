package dev.harbor.tools.mcp;

import dev.harbor.error.HarborException;
import dev.harbor.json.Json;

/** Takes the result out of an answer. */
final class Answers {

    private Answers() {}

    /**
     * Returns the result, which is an object.
     *
     * @throws LinkFailure if the answer is an error, or can't be read
     */
    static Json result(Envelope answer) {
        Json error = answer.error();
        if (error != null) {
            throw LinkFailure.refused(RpcError.of(error));
        }
        Json result = java.util.Objects.requireNonNull(answer.result());
        try {
            if (result.kind() == Json.Kind.OBJECT) {
                return result;
            }
        } catch (HarborException e) {
            throw LinkFailure.unreadable("the result of the server is no JSON: " + e.getMessage(), e);
        }
        throw LinkFailure.unreadable("the result of the server is no object", null);
    }
}
