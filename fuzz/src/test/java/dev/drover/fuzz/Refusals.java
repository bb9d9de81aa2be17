package dev.drover.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.Problem;

/// What every refusal has, whoever refuses.
final class Refusals {
  /// A person reads it whole, whatever was sent.
  private static final int LONGEST = 20_000;

  private Refusals() {}

  static void check(Problem problem, String... codes) {
    assertThat(problem.code()).isIn((Object[]) codes);
    words(problem.detail());
    words(problem.remedy());
  }

  static void words(String text) {
    assertThat(text).isNotBlank().hasSizeLessThan(LONGEST);
  }
}
