package dev.harbor.history;

import dev.harbor.json.Json;

/**
 * Is what a tool left for itself when its call began to wait.
 *
 * @param number how often the call has waited for its tool by now, 1 being the first time
 * @param state what the tool needs to go on
 * @param hearsRefusal whether a rejection or an expiry is handed to the tool
 * @param isApproved whether a person had approved the call
 * @param definitionDigest the digest of the definition of the tool
 */
public record Suspension(int number, Json state, boolean hearsRefusal, boolean isApproved, String definitionDigest) {

    /** Leaves the state out, which is shown to nobody. */
    @Override
    public String toString() {
        return "Suspension[" + number + (hearsRefusal ? ", hears refusals" : "") + (isApproved ? ", approved" : "")
                + ", " + definitionDigest + "]";
    }
}
