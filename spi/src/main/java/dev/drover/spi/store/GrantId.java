package dev.drover.spi.store;

/// Identifies one permanent grant. Numbers increase and are never reused.
public record GrantId(long number) implements Comparable<GrantId> {
  private static final String PREFIX = "g-";

  /// Parses the form that [#toString] writes.
  public static GrantId parse(String text) {
    var digits = text.startsWith(PREFIX) ? text.substring(PREFIX.length()) : "";
    if (digits.isEmpty() || digits.length() > 18 || !digits.chars().allMatch(Character::isDigit)) {
      throw new IllegalArgumentException("the id of a grant looks like g-7, not '" + text + "'");
    }
    return new GrantId(Long.parseLong(digits));
  }

  @Override
  public int compareTo(GrantId other) {
    return Long.compare(number, other.number);
  }

  @Override
  public String toString() {
    return PREFIX + number;
  }
}
