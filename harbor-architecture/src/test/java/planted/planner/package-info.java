/** Planted classes of this layer; each but the innocent breaks a rule. */
@NullMarked
package planted.planner;

import org.jspecify.annotations.NullMarked;
