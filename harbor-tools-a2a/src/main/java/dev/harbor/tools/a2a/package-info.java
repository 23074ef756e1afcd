/**
 * Remote agents that speak A2A, 1.0 or 0.3, as tools: one a skill, or one an agent ({@link dev.harbor.tools.a2a.A2aTools}), reached through one guarded pool of
 * connections ({@link dev.harbor.tools.a2a.A2aAccess}). What an agent says of itself and what it answers is text of a stranger: bounded, cleaned, and never a
 * source of policy. A message is sent once; what was cut off is looked up, not sent again.
 */
@NullMarked
package dev.harbor.tools.a2a;

import org.jspecify.annotations.NullMarked;
