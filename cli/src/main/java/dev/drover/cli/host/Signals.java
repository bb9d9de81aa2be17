package dev.drover.cli.host;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/// Ctrl-C as something a program can react to, instead of dying of it.
///
/// The JDK offers no supported way to hear one signal and not the others: a shutdown hook cannot
/// tell Ctrl-C, which cancels a run, from the end of the machine, which does not. What it has is in
/// a module that is open to everyone and documented as unsupported, so it is looked up by name; on
/// a JVM without it, Ctrl-C ends the process, and the run goes on with `resume`.
public final class Signals {
  private static final String INTERRUPT = "INT";

  private Signals() {}

  /// Calls `action` at each Ctrl-C. Whoever gives it sees to it that the process ends at last, so
  /// that nothing can hold a person prisoner.
  public static void onInterrupt(Runnable action) {
    try {
      var signal = Class.forName("sun.misc.Signal");
      var receiver = Class.forName("sun.misc.SignalHandler");
      var interrupt = signal.getConstructor(String.class).newInstance(INTERRUPT);
      var handle = signal.getMethod("handle", signal, receiver);
      var ours =
          Proxy.newProxyInstance(
              Signals.class.getClassLoader(),
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
      handle.invoke(null, interrupt, ours);
    } catch (ClassNotFoundException
        | NoSuchMethodException
        | InstantiationException
        | IllegalAccessException
        | InvocationTargetException notHere) {
      // Not offered, or taken by the JVM itself (-Xrs): then Ctrl-C does what it always did.
      return;
    }
  }
}
