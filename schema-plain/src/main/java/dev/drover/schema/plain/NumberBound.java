package dev.drover.schema.plain;

import java.math.BigDecimal;

/// An upper or lower limit of a number.
///
/// @param text of the limit, as written in the schema
record NumberBound(Kind kind, BigDecimal limit, String text) {
  enum Kind {
    MINIMUM("must have a minimum value of "),
    MAXIMUM("must have a maximum value of "),
    EXCLUSIVE_MINIMUM("must have an exclusive minimum value of "),
    EXCLUSIVE_MAXIMUM("must have an exclusive maximum value of ");

    private final String words;

    Kind(String words) {
      this.words = words;
    }

    /// @param order of the number compared with the limit
    private boolean allows(int order) {
      return switch (this) {
        case MINIMUM -> order >= 0;
        case MAXIMUM -> order <= 0;
        case EXCLUSIVE_MINIMUM -> order > 0;
        case EXCLUSIVE_MAXIMUM -> order < 0;
      };
    }
  }

  /// A number that is too large to be read is beyond every limit.
  boolean allows(JsonTokenReader number) {
    var value = ConstantValue.number(number);
    int infinity = number.text().startsWith("-") ? -1 : 1;
    return kind.allows(value == null ? infinity : value.compareTo(limit));
  }

  String describe() {
    return kind.words + text;
  }
}
