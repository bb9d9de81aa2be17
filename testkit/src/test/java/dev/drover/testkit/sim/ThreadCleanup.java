package dev.drover.testkit.sim;

import dev.drover.Drover;

/// Ends the one thread of a runtime that is not virtual. A killed process cannot do so itself, and
/// this JVM would accumulate ten thousand of them.
final class ThreadCleanup {
  private ThreadCleanup() {}

  static void reap(Drover drover) {
    try {
      var shutdown = field(field(drover, "services"), "shutdown");
      var watchdog = field(field(shutdown, "shared"), "watchdog");
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
