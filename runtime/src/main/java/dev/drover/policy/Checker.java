package dev.drover.policy;

import dev.drover.kernel.check.NullChecks;
import java.util.Optional;

/// A rule of the host, written in Java. It is asked about every call before the rules of the
/// policy, and can only be stricter.
///
/// A session records the name of its checker, and is not driven without a checker of that name.
/// Must be safe for use by many threads; a checker that throws denies the call.
public interface Checker {
  /// A name that must not change.
  String name();

  /// @return empty if there is no objection
  Optional<Objection> check(CallFacts call);

  /// @param why shown to the model, or to the person who is asked
  record Objection(Demand demand, String why) {
    public Objection {
      NullChecks.nonNull(demand, "Objection.demand");
      NullChecks.nonNull(why, "Objection.why");
    }
  }

  /// What happens to a call with an objection.
  enum Demand {
    ASK,
    DENY
  }
}
