/// Model calls: attempts and retries, validation of answers, compaction before a call, and one-shot
/// completions. Exceptions of models become values here.
@NullMarked
package dev.drover.internal.model;

import org.jspecify.annotations.NullMarked;
