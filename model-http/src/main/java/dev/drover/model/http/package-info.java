/// Models of Anthropic, OpenAI, Google, and of every OpenAI-compatible server.
///
/// Start with [HttpModels].
@NullMarked
package dev.drover.model.http;

import org.jspecify.annotations.NullMarked;
