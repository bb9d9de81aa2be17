package dev.drover.testkit.sim;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/// A store that answers on its own threads, while nothing else happens in the world.
final class SerializedStore {
  private SerializedStore() {}

  static <T> T of(SimulatedWorld world, Class<T> port, T inner) {
    return port.cast(
        Proxy.newProxyInstance(
            port.getClassLoader(),
            new Class<?>[] {port},
            (_, method, arguments) -> call(world, inner, method, arguments)));
  }

  private static @Nullable Object call(
      SimulatedWorld world, Object inner, Method method, Object @Nullable [] arguments)
      throws Throwable {
    // The carrier thread of the world waits for the store like any other thread.
    boolean isInside = Thread.currentThread().isVirtual();
    if (isInside) {
      world.enterStore();
    }
    try {
      var result = method.invoke(inner, arguments);
      return result != null && isPort(method.getReturnType())
          ? wrapped(world, method.getReturnType(), result)
          : result;
    } catch (InvocationTargetException thrown) {
      throw thrown.getTargetException();
    } finally {
      if (isInside) {
        world.leaveStore();
      }
    }
  }

  private static <T> T wrapped(SimulatedWorld world, Class<T> port, Object inner) {
    return of(world, port, port.cast(inner));
  }

  private static boolean isPort(Class<?> type) {
    return type.isInterface() && !type.isSealed() && type.getName().startsWith("dev.drover.spi");
  }
}
