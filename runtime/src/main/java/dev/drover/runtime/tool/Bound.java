package dev.drover.runtime.tool;

import dev.drover.runtime.json.JsonTokens;
import java.math.BigDecimal;

/// How large a number may be, or how small.
///
/// @param text of the limit, as the schema has it
record Bound(Kind kind, BigDecimal limit, String text) {
  enum Kind {
    MINIMUM("must have a minimum value of "),
    MAXIMUM("must have a maximum value of "),
    EXCLUSIVE_MINIMUM("must have an exclusive minimum value of "),
    EXCLUSIVE_MAXIMUM("must have an exclusive maximum value of ");

    private final String words;

    Kind(String words) {
      this.words = words;
    }

    /// @param order how the number compares with the limit
    private boolean allows(int order) {
      return switch (this) {
        case MINIMUM -> order >= 0;
        case MAXIMUM -> order <= 0;
        case EXCLUSIVE_MINIMUM -> order > 0;
        case EXCLUSIVE_MAXIMUM -> order < 0;
      };
    }
  }

  /// What is too large to be counted is beyond every limit.
  boolean allows(JsonTokens number) {
    var value = Constant.number(number);
    int infinity = number.text().startsWith("-") ? -1 : 1;
    return kind.allows(value == null ? infinity : value.compareTo(limit));
  }

  String words() {
    return kind.words + text;
  }
}
