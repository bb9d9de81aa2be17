/// Which part of a journal may go. Pure: it looks at where runs begin and end and how large they
/// are, says what to drop, and leaves the dropping to the store.
@NullMarked
package dev.drover.runtime.retention;

import org.jspecify.annotations.NullMarked;
