/// Checks shared by the constructors of all values: nulls, the form of ids, the longest wait.
@NullMarked
package dev.drover.kernel.check;

import org.jspecify.annotations.NullMarked;
