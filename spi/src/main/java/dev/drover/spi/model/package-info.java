/// The port to models: takes a request, emits deltas while it is answered, and returns a whole
/// reply. Blocking; every call has a virtual thread of its own.
@NullMarked
package dev.drover.spi.model;

import org.jspecify.annotations.NullMarked;
