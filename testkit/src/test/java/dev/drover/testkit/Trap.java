package dev.drover.testkit;

import java.io.IOException;

/// One method of foreign code that misbehaves; all others do what they should.
///
/// @param method as in `tool.subjects`
record Trap(String method, Harm harm) {
  /// All that a method can do to its caller at once.
  enum Harm {
    RUNTIME_EXCEPTION,
    CHECKED_EXCEPTION,
    INTERRUPTED_EXCEPTION,
    STACK_OVERFLOW,
    ASSERTION_ERROR,
    LINKAGE_ERROR,
    BARE_THROWABLE,
    NULL;

    /// Of the exception, as a message names it.
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

  /// @param usual what a method returns that is not trapped
  @SuppressWarnings("NullAway")
  <T> T at(String place, T usual) {
    if (!place.equals(method)) {
      return usual;
    }
    switch (harm) {
      case RUNTIME_EXCEPTION -> throw new IllegalStateException("trapped");
      case CHECKED_EXCEPTION -> Trap.<RuntimeException>sneaky(new IOException("trapped"));
      case INTERRUPTED_EXCEPTION ->
          Trap.<RuntimeException>sneaky(new InterruptedException("trapped"));
      case STACK_OVERFLOW -> throw new StackOverflowError("trapped");
      case ASSERTION_ERROR -> throw new AssertionError("trapped");
      case LINKAGE_ERROR -> throw new NoClassDefFoundError("trapped");
      case BARE_THROWABLE -> Trap.<RuntimeException>sneaky(new Throwable("trapped"));
      case NULL -> {}
    }
    return null;
  }

  /// What the language does not allow; other languages do.
  @SuppressWarnings("unchecked")
  private static <X extends Throwable> void sneaky(Throwable thrown) throws X {
    throw (X) thrown;
  }

  @Override
  public String toString() {
    return method + " " + harm;
  }
}
