/// The content of a conversation: messages, tool calls with their outcomes, prompts, model replies,
/// and the verdicts and answers that calls wait for.
@NullMarked
package dev.drover.kernel.message;

import org.jspecify.annotations.NullMarked;
