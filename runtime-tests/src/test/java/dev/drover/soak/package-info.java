/// Several processes work on the same sessions and are killed at any moment; the store is then
/// checked by code that does not use the runtime.
@NullMarked
package dev.drover.soak;

import org.jspecify.annotations.NullMarked;
