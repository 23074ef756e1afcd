package dev.harbor.net;

/**
 * Says which redirects are followed. One that is not followed is an answer like any other. Each hop is checked by the egress policy, none leads from https
 * to http, and across an origin only {@code Accept}, {@code Accept-Language} and {@code User-Agent} go along, never a body.
 *
 * <p>Immutable.
 *
 * @param hops the most redirects of one request, 0 to 20; one more is {@link NetFailure#TOO_MANY_REDIRECTS}, unless none is followed at all
 * @param crossOrigin whether a redirect may lead to another scheme, host or port
 * @param unsafeMethods whether those of requests other than GET and HEAD are followed: 303 turns into a GET, 307 and 308 repeat the request if its
 *     content can be read again, 301 and 302 are not followed
 */
public record Redirects(int hops, boolean crossOrigin, boolean unsafeMethods) {

    /** Follows none. */
    public static final Redirects NONE = new Redirects(0, false, false);

    /** The default: follows up to five redirects of a GET or HEAD inside its origin. */
    public static final Redirects SAME_ORIGIN = new Redirects(5, false, false);

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException if there are too many hops
     */
    public Redirects {
        if (hops < 0 || hops > 20) {
            throw new IllegalArgumentException("hops must be 0 to 20, got " + hops);
        }
    }
}
