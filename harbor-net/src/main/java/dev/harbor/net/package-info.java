/**
 * One guarded HTTP client for Harbor's transports. {@link dev.harbor.net.GuardedHttp} sends an {@link dev.harbor.net.Outbound} and returns a
 * {@link dev.harbor.net.Reply}; {@link dev.harbor.net.SseReader} reads event streams. What may be reached is said by {@link dev.harbor.net.EgressPolicy}
 * and checked on the address that is connected to; every wait has a limit; every size has a cap; nothing is sent twice; and a
 * {@link dev.harbor.net.NetException} says whether the request had left.
 */
@NullMarked
package dev.harbor.net;

import org.jspecify.annotations.NullMarked;
