/// The Gemini API of Google: a reply comes in pieces of a response, calls come whole, and what the
/// model thought travels as signatures on its parts.
@NullMarked
package dev.drover.model.http.google;

import org.jspecify.annotations.NullMarked;
