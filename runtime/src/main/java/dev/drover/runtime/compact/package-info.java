/// How a conversation becomes shorter when a model cannot take all of it: what goes, what stays,
/// and what is said instead. Decides and writes; whoever asks the model does so elsewhere.
@NullMarked
package dev.drover.runtime.compact;

import org.jspecify.annotations.NullMarked;
