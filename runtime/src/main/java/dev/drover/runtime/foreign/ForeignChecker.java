package dev.drover.runtime.foreign;

import dev.drover.runtime.policy.CallFacts;
import dev.drover.runtime.policy.Checker;
import dev.drover.runtime.problem.ForeignCodeFailed;
import java.util.Optional;

/// A checker behind the border: one that breaks objects. Its name is asked for once.
public record ForeignChecker(Checker inner, String name) implements Checker {
  /// @throws ForeignCodeFailed if it cannot say its name
  public static ForeignChecker of(Checker checker) {
    return checker instanceof ForeignChecker known
        ? known
        : new ForeignChecker(
            checker,
            new ForeignCode(ForeignPart.CHECKER, checker.getClass().getName())
                .ask("name", checker::name));
  }

  @Override
  public Optional<Objection> check(CallFacts call) {
    try {
      return new ForeignCode(ForeignPart.CHECKER, name).ask("check", () -> inner.check(call));
    } catch (ForeignCodeFailed broken) {
      return Optional.of(new Objection(Demand.DENY, broken.problem().detail()));
    }
  }
}
