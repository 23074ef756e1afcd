/** How modules bring tools from elsewhere: providers found by kind, and sources with a state that can be seen. */
@NullMarked
package dev.harbor.transport;

import org.jspecify.annotations.NullMarked;
