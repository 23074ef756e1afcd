package dev.harbor.net;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/** Finds the addresses of a host by its name. Thread-safe; may block, and is called on threads of the client's own. */
@FunctionalInterface
public interface HostResolver {

    /** Asks the operating system, through the virtual machine and its cache. */
    HostResolver SYSTEM = host -> List.of(InetAddress.getAllByName(host));

    /**
     * Returns the addresses of a host, in the order in which they are to be tried. Each is checked before any is connected to.
     *
     * @param host a name in ASCII and lower case, never an address
     * @throws UnknownHostException if there are none
     */
    List<InetAddress> resolve(String host) throws UnknownHostException;
}
