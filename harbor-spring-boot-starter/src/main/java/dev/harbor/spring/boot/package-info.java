/**
 * A runtime in a Spring Boot application: made of its beans and of the properties under {@code harbor}, overridden bean by bean, and closed in order.
 */
@NullMarked
package dev.harbor.spring.boot;

import org.jspecify.annotations.NullMarked;
