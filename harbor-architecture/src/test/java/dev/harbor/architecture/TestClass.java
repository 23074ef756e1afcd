package dev.harbor.architecture;

import java.util.Set;

/**
 * A class of the test sources, as it is written.
 *
 * @param name the simple name, with those of the enclosing classes before it
 * @param parent the simple name of the superclass, or empty
 * @param runs whether it is run itself: not abstract, not disabled
 * @param tests the names of its test methods
 */
record TestClass(String name, String parent, boolean runs, Set<String> tests) {}
