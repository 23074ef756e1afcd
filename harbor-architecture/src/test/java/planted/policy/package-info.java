/** Planted: a package that is not null-marked. */
@NullUnmarked
package planted.policy;

import org.jspecify.annotations.NullUnmarked;
