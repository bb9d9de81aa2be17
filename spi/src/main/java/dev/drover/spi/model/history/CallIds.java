package dev.drover.spi.model.history;

import java.util.HashSet;
import java.util.Set;

/// The names of calls on the wire. Providers want them unique and short; what a model of another
/// provider called its calls need be neither.
///
/// A name that is good stays. Another is replaced by one that follows from the place of the call in
/// the conversation, so the same call has the same name in every request.
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
