/// Ids, texts, usage, problems and other basic values. They refer only to each other.
@NullMarked
package dev.drover.kernel.value;

import org.jspecify.annotations.NullMarked;
