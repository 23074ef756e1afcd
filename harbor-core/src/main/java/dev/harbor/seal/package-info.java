/** Sealing of what lies in stores, with keys that the embedder provides. */
@NullMarked
package dev.harbor.seal;

import org.jspecify.annotations.NullMarked;
