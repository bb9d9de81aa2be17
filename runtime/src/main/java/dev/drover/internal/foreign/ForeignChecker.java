package dev.drover.internal.foreign;

import dev.drover.policy.Checker;
import dev.drover.policy.Checker.CallFacts;
import dev.drover.problem.ForeignCodeFailed;
import java.util.Optional;

/// Wraps a checker: one that fails objects. Its name is read once.
public record ForeignChecker(Checker inner, String name) implements Checker {
  /// @throws ForeignCodeFailed if its name cannot be read
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
