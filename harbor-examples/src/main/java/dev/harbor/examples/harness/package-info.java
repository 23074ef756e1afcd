/**
 * The local harness: one command that drives durable runs on one machine. {@link dev.harbor.examples.harness.Harness} has the commands, {@code Config} and
 * {@code EventFile} are what they read, {@code StateDir} is where runs are kept, the {@code Workspace*} classes are what a run may do, {@code FixturePlanner}
 * stands in for a model, and {@code RunJson} and {@code RunPage} show what came of it. All of it is built on what Harbor exports.
 */
@NullMarked
package dev.harbor.examples.harness;

import org.jspecify.annotations.NullMarked;
