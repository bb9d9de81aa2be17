/// Keeps secrets out of everything that is written down or shown: inputs before they are decided
/// on, fragments before they are shown, large outputs before they are kept, errors before they are
/// logged.
@NullMarked
package dev.drover.runtime.redact;

import org.jspecify.annotations.NullMarked;
