/// Deletion of sessions and of the content that only they named.
@NullMarked
package dev.drover.internal.deletion;

import org.jspecify.annotations.NullMarked;
