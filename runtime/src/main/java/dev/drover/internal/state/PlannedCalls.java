package dev.drover.internal.state;

import dev.drover.kernel.event.Event;
import dev.drover.kernel.message.PlannedCall;
import java.util.stream.Stream;

/// The tool calls that an event plans: those of a model's reply, or a direct call.
public final class PlannedCalls {
  private PlannedCalls() {}

  public static Stream<PlannedCall> of(Event event) {
    if (event instanceof Event.ToolsPlanned(_, var calls)) {
      return calls.stream();
    }
    return event instanceof Event.DirectCallAccepted(_, _, var call)
        ? Stream.of(call)
        : Stream.empty();
  }
}
