/// A small HTTP client: sends a request, receives a stream of events. It knows nothing about
/// models.
///
/// It blocks, on the virtual thread of the call. It never holds a whole body, and every wait and
/// every buffer is bounded.
@NullMarked
package dev.drover.model.http.transport;

import org.jspecify.annotations.NullMarked;
