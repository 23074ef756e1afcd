/**
 * A plain HTTP service with a runtime inside. {@link dev.harbor.examples.tenants.TwoTenantService} puts it together, {@code Route} reads a path,
 * {@code Answers} turns outcomes into responses, and {@code TenantTools} has what the two tenants may call.
 */
@NullMarked
package dev.harbor.examples.tenants;

import org.jspecify.annotations.NullMarked;
