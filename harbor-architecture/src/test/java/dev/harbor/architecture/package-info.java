/** The rules that every module of Harbor is held to: what may use what, what a public signature may say, what the documents must keep. */
@NullMarked
package dev.harbor.architecture;

import org.jspecify.annotations.NullMarked;
