package dev.drover.kernel;

/// Whose budget it is.
public sealed interface Payer {
  record OfRun() implements Payer {}

  record OfSession() implements Payer {}

  /// Shared by all sessions that name it, in whichever process.
  record OfAccount(String name) implements Payer {
    public OfAccount {
      Ids.check("account", name);
    }
  }

  /// For people.
  default String words() {
    return switch (this) {
      case OfRun _ -> "the run";
      case OfSession _ -> "the session";
      case OfAccount(var name) -> "the account " + name;
    };
  }
}
