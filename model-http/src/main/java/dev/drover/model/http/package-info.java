/// Models of Anthropic, OpenAI, Google, and of every server that speaks like OpenAI.
///
/// [HttpModels] is where to begin.
@NullMarked
package dev.drover.model.http;

import org.jspecify.annotations.NullMarked;
