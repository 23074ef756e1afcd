/** Whether a tool may be shown or called. How a call runs is the business of {@code dev.harbor.policy}. */
@NullMarked
package dev.harbor.access;

import org.jspecify.annotations.NullMarked;
