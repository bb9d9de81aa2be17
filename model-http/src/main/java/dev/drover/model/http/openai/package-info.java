/// The Responses API of OpenAI: a conversation is a flat list of items, and nothing of it is stored
/// by the provider.
@NullMarked
package dev.drover.model.http.openai;

import org.jspecify.annotations.NullMarked;
