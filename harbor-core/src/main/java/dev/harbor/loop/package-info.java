/**
 * Long-lived conversations: each input is a turn, each turn drives a run over a frozen set of tools, and external tools come and go between turns.
 */
@NullMarked
package dev.harbor.loop;

import org.jspecify.annotations.NullMarked;
