package dev.drover.testkit;

import dev.drover.runtime.policy.CallFacts;
import dev.drover.runtime.policy.Checker;
import java.util.Optional;

/// A checker with a trap in one of its methods; otherwise it objects to nothing.
record TrappedChecker(Trap trap) implements Checker {
  @Override
  public String name() {
    return trap.at("checker.name", "strict");
  }

  @Override
  public Optional<Objection> check(CallFacts call) {
    return trap.at("checker.check", Optional.empty());
  }
}
