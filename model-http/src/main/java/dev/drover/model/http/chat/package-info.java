/// The Chat Completions API, as OpenAI defined it and many others implement it.
@NullMarked
package dev.drover.model.http.chat;

import org.jspecify.annotations.NullMarked;
