/** Finds tools by words in an index that lives in memory and follows the catalog. */
@NullMarked
package dev.harbor.tools.search;

import org.jspecify.annotations.NullMarked;
