/**
 * Stored bytes and claims about them: content-addressed artifacts inside an identity's scope, the stub that a model sees instead of heavy content, and
 * evidence with its provenance.
 */
@NullMarked
package dev.harbor.artifact;

import org.jspecify.annotations.NullMarked;
