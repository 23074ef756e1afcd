/** A shop as a Spring Boot service: two tenants, runs and artifacts in PostgreSQL, and orders that a person has to approve, by REST. */
@NullMarked
package dev.harbor.examples.boot;

import org.jspecify.annotations.NullMarked;
