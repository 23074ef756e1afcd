/** A page on which a person sees what waits, approves, edits or rejects it, and gives access to a calendar. */
@NullMarked
package dev.harbor.examples.approvals;

import org.jspecify.annotations.NullMarked;
