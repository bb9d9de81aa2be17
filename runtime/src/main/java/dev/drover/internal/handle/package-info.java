/// Handles of sessions: opening, counting, closing and deleting.
@NullMarked
package dev.drover.internal.handle;

import org.jspecify.annotations.NullMarked;
