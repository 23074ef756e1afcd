/** Carries loops out: an actor with a mailbox for each, and the seam to what drives its turns. Not exported. */
@NullMarked
package dev.harbor.turn;

import org.jspecify.annotations.NullMarked;
