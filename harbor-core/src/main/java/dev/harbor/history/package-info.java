/**
 * What the journal says about runs: the shape of the records, the fold that turns them into a run, and the stream that a drive appends to. The records are
 * the truth; everything here is derived from them. Not exported.
 */
@NullMarked
package dev.harbor.history;

import org.jspecify.annotations.NullMarked;
