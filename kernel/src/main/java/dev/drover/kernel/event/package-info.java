/// The history of a session. An [dev.drover.kernel.event.Event] is a durable fact; its form in the
/// journal never changes.
@NullMarked
package dev.drover.kernel.event;

import org.jspecify.annotations.NullMarked;
