package dev.harbor.dispatch;

import dev.harbor.tool.Resumption;

/**
 * Is a call that goes on after its tool waited. It keeps what it began with.
 *
 * <p>Immutable.
 *
 * @param resumption what its tool hears
 * @param definitionDigest the digest of the definition of the tool when it began to wait
 * @param idempotencyKey the key that the call has had since it began
 */
public record Resumed(Resumption resumption, String definitionDigest, String idempotencyKey) {

    boolean isOfSameDefinition(CallContext call) {
        return definitionDigest.equals(call.tool().definition().digest());
    }
}
