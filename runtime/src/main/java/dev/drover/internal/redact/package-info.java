/// Keeps secrets out of everything that is stored or shown: inputs before they are decided on,
/// deltas before they are shown, artifacts before they are stored, errors before they are logged.
@NullMarked
package dev.drover.internal.redact;

import org.jspecify.annotations.NullMarked;
