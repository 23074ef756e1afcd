/** The tools that there are: immutable snapshots, names for models, and slots that external sources replace atomically. */
@NullMarked
package dev.harbor.catalog;

import org.jspecify.annotations.NullMarked;
