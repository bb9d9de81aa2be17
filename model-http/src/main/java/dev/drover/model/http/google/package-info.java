/// The Gemini API of Google: a reply comes in parts of a response, calls come whole, and reasoning
/// is carried as signatures on the parts.
@NullMarked
package dev.drover.model.http.google;

import org.jspecify.annotations.NullMarked;
