package dev.drover.spi.model.history;

import java.util.HashSet;
import java.util.Set;

/// The ids of calls on the wire. Providers require them to be unique and short; ids made by a model
/// of another provider may be neither.
///
/// A valid id is kept. An invalid one is replaced by an id derived from the position of the call in
/// the conversation, so the same call has the same id in every request.
final class CallIds {
  private static final String GOOD = "[A-Za-z0-9_-]{1,64}";

  private final Set<String> taken = new HashSet<>();
  private int calls;

  String next(String own) {
    calls++;
    if (own.matches(GOOD) && taken.add(own)) {
      return own;
    }
    var given = "call_%d".formatted(calls);
    while (!taken.add(given)) {
      given += "_";
    }
    return given;
  }
}
