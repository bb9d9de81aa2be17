package dev.drover.runtime.tool;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.UndeclaredThrowableException;

/// What came out of a method that was called by reflection.
final class Thrown {
  private Thrown() {}

  /// The exception itself. An error is not one, and goes on its way: whoever started the call must
  /// see that the JVM is short of memory or stack.
  static Exception exception(InvocationTargetException wrapped) {
    return switch (wrapped.getTargetException()) {
      case Exception exception -> exception;
      case Error error -> throw error;
      case Throwable other -> new UndeclaredThrowableException(other);
    };
  }

  /// For the model: no stack trace, and no empty sentence.
  static String words(Exception exception) {
    var message = exception.getMessage();
    return message == null || message.isBlank() ? exception.getClass().getName() : message;
  }
}
