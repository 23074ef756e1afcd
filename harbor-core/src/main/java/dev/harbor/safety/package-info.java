/** What keeps heavy content away from models: offloading of results, and the guard around every model client. */
@NullMarked
package dev.harbor.safety;

import org.jspecify.annotations.NullMarked;
