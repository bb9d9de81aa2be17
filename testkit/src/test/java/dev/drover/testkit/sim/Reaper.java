package dev.drover.testkit.sim;

import dev.drover.runtime.Drover;

/// Ends the one thread of a runtime that is not virtual. A process that was killed cannot do so
/// itself, and this one would have ten thousand of them in the end.
final class Reaper {
  private Reaper() {}

  static void reap(Drover drover) {
    try {
      var engine = field(drover, "engine");
      var watchdog = field(engine, "watchdog");
      var close = watchdog.getClass().getDeclaredMethod("close");
      close.setAccessible(true);
      close.invoke(watchdog);
    } catch (ReflectiveOperationException changed) {
      throw new LinkageError("the runtime has its watchdog elsewhere", changed);
    }
  }

  private static Object field(Object owner, String name) throws ReflectiveOperationException {
    var field = owner.getClass().getDeclaredField(name);
    field.setAccessible(true);
    return field.get(owner);
  }
}
