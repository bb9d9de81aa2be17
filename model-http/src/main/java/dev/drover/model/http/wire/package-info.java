/// One small client: a request goes out, a stream of events comes in. Knows HTTP and nothing of
/// models.
///
/// It blocks, on the virtual thread of the call. It never holds a whole body, and every wait and
/// every buffer has a bound.
@NullMarked
package dev.drover.model.http.wire;

import org.jspecify.annotations.NullMarked;
