package dev.drover.internal.foreign;

import dev.drover.problem.ForeignCodeFailed;
import dev.drover.problem.StoreFailed;
import dev.drover.spi.PortException;
import org.jspecify.annotations.Nullable;

/// One piece of foreign code, and the only way to call it.
///
/// The compiler does not guarantee what such code throws: other languages, and some tools, throw
/// checked exceptions without declaring them, and a missing class is an [Error]. It does not
/// guarantee non-null results either. Here every violation becomes a [ForeignCodeFailed], which
/// names the part, the method and the violation. Time limits are not enforced here.
///
/// @param name which one of its kind; empty if there is only one
public record ForeignCode(ForeignPart part, String name) {
  /// @param <T> the type of its result
  public interface Body<T extends @Nullable Object> {
    T run() throws Throwable;
  }

  /// Calls code that is not supposed to wait. An [InterruptedException] is a failure like any
  /// other: if the caller was stopped, its result is not needed.
  ///
  /// @param method for the message
  public <T> T ask(String method, Body<T> body) {
    try {
      return required(method, body.run());
    } catch (Throwable thrown) {
      throw failed(method, thrown);
    }
  }

  /// Calls code that may wait, and that may use the store through its arguments: a failure of the
  /// store is not a failure of that code.
  ///
  /// @throws ForeignInterrupt if it was interrupted, or throws an interrupt itself
  /// @throws PortException as the store has thrown it
  /// @throws StoreFailed as a session has thrown it
  public <T> T call(String method, Body<T> body) throws ForeignInterrupt {
    try {
      return required(method, body.run());
    } catch (InterruptedException stopped) {
      throw new ForeignInterrupt(part.problem(name, threw(method, stopped)), stopped);
    } catch (PortException | StoreFailed away) {
      throw away;
    } catch (Throwable thrown) {
      throw failed(method, thrown);
    }
  }

  private <T> T required(String method, @Nullable T result) {
    if (result == null) {
      throw failed(method + " returned null");
    }
    return result;
  }

  /// The failure of code that returned an unusable value.
  ///
  /// @param what such as `window returned -1`
  public ForeignCodeFailed failed(String what) {
    return new ForeignCodeFailed(part.problem(name, what), null);
  }

  private ForeignCodeFailed failed(String method, Throwable thrown) {
    return thrown instanceof ForeignCodeFailed named
        ? named
        : new ForeignCodeFailed(part.problem(name, threw(method, thrown)), thrown);
  }

  private static String threw(String method, Throwable thrown) {
    return "%s threw %s".formatted(method, described(thrown));
  }

  /// The type of an exception, and its message. Reading a message runs foreign code as well.
  public static String described(Throwable thrown) {
    var kind = thrown.getClass().getSimpleName();
    var message = message(thrown);
    return message == null ? kind : kind + ": " + message;
  }

  /// @return null if it has none, or reading it fails
  public static @Nullable String message(Throwable thrown) {
    try {
      return thrown.getMessage();
    } catch (Throwable again) {
      return null;
    }
  }
}
