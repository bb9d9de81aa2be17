/// The view of a store that is limited to one tenant.
@NullMarked
package dev.drover.internal.tenant;

import org.jspecify.annotations.NullMarked;
