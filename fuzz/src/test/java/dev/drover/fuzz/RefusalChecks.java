package dev.drover.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.value.Problem;

/// Properties of every refusal.
final class RefusalChecks {
  /// A refusal must stay readable for a person, whatever the input.
  private static final int LONGEST = 20_000;

  private RefusalChecks() {}

  static void check(Problem problem, String... codes) {
    assertThat(problem.code()).isIn((Object[]) codes);
    words(problem.detail());
    words(problem.remedy());
  }

  static void words(String text) {
    assertThat(text).isNotBlank().hasSizeLessThan(LONGEST);
  }
}
