/** Every contract suite: run against an implementation that keeps it, and against ones that break it in one point each. */
@NullMarked
package dev.harbor.contracts;

import org.jspecify.annotations.NullMarked;
