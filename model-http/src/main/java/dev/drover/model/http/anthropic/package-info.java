/// The Messages API of Anthropic: the strictest about the structure of a conversation, and the one
/// where a prompt is cached only as far as it is marked.
@NullMarked
package dev.drover.model.http.anthropic;

import org.jspecify.annotations.NullMarked;
