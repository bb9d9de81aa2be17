package dev.drover.cli.environment;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/// Lets the program handle Ctrl-C instead of ending, and learn that it was asked to end.
///
/// The JDK has no supported way to handle a single signal: a shutdown hook cannot distinguish
/// Ctrl-C, which cancels a run, from a request to end, which does not. Its signal API is in a
/// module that is open to everyone and documented as unsupported, so it is looked up by name; on a
/// JVM without it, Ctrl-C ends the process, and the run continues with `resume`.
public final class InterruptSignals {
  private static final String INTERRUPT = "INT";
  private static final String TERMINATE = "TERM";

  /// What the system reports for a process that was ended by SIGTERM.
  private static final int TERMINATED = 128 + 15;

  private InterruptSignals() {}

  /// Calls `action` at each Ctrl-C. The caller must make sure that repeated presses end the
  /// process, so that a person can always leave.
  public static void onInterrupt(Runnable action) {
    handle(INTERRUPT, action);
  }

  /// Calls `action` when the process is asked to end with SIGTERM, before it ends.
  public static void onTerminate(Runnable action) {
    handle(
        TERMINATE,
        () -> {
          action.run();
          System.exit(TERMINATED);
        });
  }

  private static void handle(String name, Runnable action) {
    try {
      var signal = Class.forName("sun.misc.Signal");
      var receiver = Class.forName("sun.misc.SignalHandler");
      var handled = signal.getConstructor(String.class).newInstance(name);
      var handle = signal.getMethod("handle", signal, receiver);
      var ours =
          Proxy.newProxyInstance(
              InterruptSignals.class.getClassLoader(),
              new Class<?>[] {receiver},
              new InvocationHandler() {
                @Override
                public @Nullable Object invoke(Object proxy, Method method, Object[] given)
                    throws ReflectiveOperationException {
                  if (method.getDeclaringClass() == Object.class) {
                    return method.invoke(this, given);
                  }
                  action.run();
                  return null;
                }
              });
      handle.invoke(null, handled, ours);
    } catch (ClassNotFoundException
        | NoSuchMethodException
        | InstantiationException
        | IllegalAccessException
        | InvocationTargetException notHere) {
      // Unavailable, or reserved by the JVM (-Xrs): the signal keeps its default effect.
      return;
    }
  }
}
