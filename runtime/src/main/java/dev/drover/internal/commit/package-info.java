/// Decision to append: redacts an input, asks the kernel, appends the events with everything that
/// follows from them, and folds. The only code that appends to a journal.
@NullMarked
package dev.drover.internal.commit;

import org.jspecify.annotations.NullMarked;
