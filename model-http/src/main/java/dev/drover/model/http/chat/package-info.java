/// The Chat Completions API, as OpenAI made it and many others speak it.
@NullMarked
package dev.drover.model.http.chat;

import org.jspecify.annotations.NullMarked;
