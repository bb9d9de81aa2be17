package dev.drover.internal.schema;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.UndeclaredThrowableException;

/// Exceptions of methods that are called by reflection.
public final class ReflectiveFailure {
  private ReflectiveFailure() {}

  /// The exception itself. An error is thrown on: the caller must see that the JVM is out of memory
  /// or stack.
  public static Exception exception(InvocationTargetException wrapped) {
    return switch (wrapped.getTargetException()) {
      case Exception exception -> exception;
      case Error error -> throw error;
      case Throwable other -> new UndeclaredThrowableException(other);
    };
  }

  /// A text for the model: no stack trace, and never empty.
  public static String describe(Exception exception) {
    var message = exception.getMessage();
    return message == null || message.isBlank() ? exception.getClass().getName() : message;
  }
}
