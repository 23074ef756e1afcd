package dev.harbor.dispatch;

/**
 * Is the word of a person that one call may be made. It was given for a definition and arguments, and holds for no others.
 *
 * <p>Immutable.
 *
 * @param definitionDigest the digest of the definition of the tool
 * @param argumentsDigest the digest of the arguments
 */
public record Approval(String definitionDigest, String argumentsDigest) {

    boolean holdsFor(CallContext call) {
        return definitionDigest.equals(call.tool().definition().digest())
                && argumentsDigest.equals(call.arguments().argumentsDigest());
    }
}
