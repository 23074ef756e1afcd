/** Renders the pages of the repository to a folder of HTML that needs no server and no script. */
@NullMarked
package dev.harbor.docs.site;

import org.jspecify.annotations.NullMarked;
