package dev.drover.kernel.check;

/// The rule for all ids: they appear in file names, URLs and shell lines, so they need no quoting.
public final class IdChecks {
  public static final int MAX_LENGTH = 64;

  private IdChecks() {}

  public static void requireValid(String what, String value) {
    if (value.isEmpty() || value.length() > MAX_LENGTH || !isPlain(value)) {
      throw new IllegalArgumentException(
          "%s '%s' must be 1 to %d letters, digits, '-' or '_', and start with a letter or digit"
              .formatted(
                  what,
                  value.length() > MAX_LENGTH ? value.substring(0, MAX_LENGTH) : value,
                  MAX_LENGTH));
    }
  }

  private static boolean isPlain(String value) {
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      boolean alphanumeric =
          (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
      if (!alphanumeric && (i == 0 || (c != '-' && c != '_'))) {
        return false;
      }
    }
    return true;
  }
}
