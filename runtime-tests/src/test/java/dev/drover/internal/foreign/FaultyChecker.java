package dev.drover.internal.foreign;

import dev.drover.policy.Checker;
import dev.drover.policy.Checker.CallFacts;
import java.util.Optional;

/// A checker with a fault in one of its methods; otherwise it allows everything.
record FaultyChecker(InjectedFault trap) implements Checker {
  @Override
  public String name() {
    return trap.at("checker.name", "strict");
  }

  @Override
  public Optional<Objection> check(CallFacts call) {
    return trap.at("checker.check", Optional.empty());
  }
}
