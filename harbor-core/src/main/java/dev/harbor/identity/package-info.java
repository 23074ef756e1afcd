/** Who is asking: the triple that every call carries, and the run it belongs to. */
@NullMarked
package dev.harbor.identity;

import org.jspecify.annotations.NullMarked;
