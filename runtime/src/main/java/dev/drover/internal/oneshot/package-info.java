/// One-shot completions outside of a run.
@NullMarked
package dev.drover.internal.oneshot;

import org.jspecify.annotations.NullMarked;
