/** Planted classes of this layer; each but the innocent breaks a rule. */
@NullMarked
package planted.transport;

import org.jspecify.annotations.NullMarked;
