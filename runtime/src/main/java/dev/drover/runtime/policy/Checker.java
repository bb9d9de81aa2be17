package dev.drover.runtime.policy;

import dev.drover.kernel.NullChecks;
import java.util.Optional;

/// A rule of the host's own, written in Java. It is asked about every call before the rules are,
/// and can only make things stricter.
///
/// A session remembers the name of the checker that watched it, and is not driven without one of
/// that name. Must be safe for use by many threads; one that throws denies the call.
public interface Checker {
  /// The same for ever.
  String name();

  /// @return empty if there is nothing to object to
  Optional<Objection> check(CallFacts call);

  /// @param why told to the model, or to the person who is asked
  record Objection(Demand demand, String why) {
    public Objection {
      NullChecks.nonNull(demand, "Objection.demand");
      NullChecks.nonNull(why, "Objection.why");
    }
  }

  /// What is to become of a call that is objected to.
  enum Demand {
    ASK,
    DENY
  }
}
