package dev.harbor.tools.http;

/**
 * Is one name in an expression of a template.
 *
 * @param name as it is written, and sent where names are
 * @param argument the argument that it stands for
 * @param prefix how many characters of its text are taken, 0 for all
 * @param explode whether lists and objects are spelled apart
 * @param json whether its value is written as JSON
 */
record Variable(String name, String argument, int prefix, boolean explode, boolean json) {}
