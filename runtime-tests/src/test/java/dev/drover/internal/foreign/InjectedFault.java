package dev.drover.internal.foreign;

import java.io.IOException;

/// A fault in one method of foreign code; all other methods work.
///
/// @param method for example `tool.subjects`
record InjectedFault(String method, Harm harm) {
  /// The ways in which a method can fail.
  enum Harm {
    RUNTIME_EXCEPTION,
    CHECKED_EXCEPTION,
    INTERRUPTED_EXCEPTION,
    STACK_OVERFLOW,
    ASSERTION_ERROR,
    LINKAGE_ERROR,
    BARE_THROWABLE,
    NULL;

    /// The name of the exception in messages.
    String kind() {
      return switch (this) {
        case RUNTIME_EXCEPTION -> "IllegalStateException";
        case CHECKED_EXCEPTION -> "IOException";
        case INTERRUPTED_EXCEPTION -> "InterruptedException";
        case STACK_OVERFLOW -> "StackOverflowError";
        case ASSERTION_ERROR -> "AssertionError";
        case LINKAGE_ERROR -> "NoClassDefFoundError";
        case BARE_THROWABLE -> "Throwable";
        case NULL -> "null";
      };
    }
  }

  /// @param usual the result of a method without the fault
  @SuppressWarnings("NullAway")
  <T> T at(String place, T usual) {
    if (!place.equals(method)) {
      return usual;
    }
    switch (harm) {
      case RUNTIME_EXCEPTION -> throw new IllegalStateException("trapped");
      case CHECKED_EXCEPTION -> InjectedFault.<RuntimeException>sneaky(new IOException("trapped"));
      case INTERRUPTED_EXCEPTION ->
          InjectedFault.<RuntimeException>sneaky(new InterruptedException("trapped"));
      case STACK_OVERFLOW -> throw new StackOverflowError("trapped");
      case ASSERTION_ERROR -> throw new AssertionError("trapped");
      case LINKAGE_ERROR -> throw new NoClassDefFoundError("trapped");
      case BARE_THROWABLE -> InjectedFault.<RuntimeException>sneaky(new Throwable("trapped"));
      case NULL -> {}
    }
    return null;
  }

  /// Throws a checked exception that is not declared, as other JVM languages can.
  @SuppressWarnings("unchecked")
  private static <X extends Throwable> void sneaky(Throwable thrown) throws X {
    throw (X) thrown;
  }

  @Override
  public String toString() {
    return method + " " + harm;
  }
}
