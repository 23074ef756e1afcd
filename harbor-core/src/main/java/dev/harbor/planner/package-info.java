/**
 * The planner that asks a model: it renders a turn into a prompt of many small parts, asks for one JSON action and reads the answer leniently. Like every
 * planner it decides and never acts.
 */
@NullMarked
package dev.harbor.planner;

import org.jspecify.annotations.NullMarked;
