/** The one path that every call takes, stage by stage. Not exported. */
@NullMarked
package dev.harbor.dispatch;

import org.jspecify.annotations.NullMarked;
