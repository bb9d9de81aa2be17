/// The port to models: a request goes in, deltas come out while it is being answered, a whole reply
/// comes back. Blocking; every call has a virtual thread of its own.
@NullMarked
package dev.drover.spi.model;

import org.jspecify.annotations.NullMarked;
