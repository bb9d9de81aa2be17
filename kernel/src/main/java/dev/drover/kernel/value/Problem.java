package dev.drover.kernel.value;

import dev.drover.kernel.check.NullChecks;

/// An error description for the person who can act on it.
///
/// @param code stable, documented, and never the name of a backend
/// @param title a short description of the error
/// @param detail the objects involved, and what was expected
/// @param remedy the action to take
public record Problem(String code, String title, String detail, String remedy) {
  public Problem {
    NullChecks.nonNull(code, "Problem.code");
    NullChecks.nonNull(title, "Problem.title");
    NullChecks.nonNull(detail, "Problem.detail");
    NullChecks.nonNull(remedy, "Problem.remedy");
    if (!code.matches("[a-z][a-z0-9_]{0,63}")) {
      throw new IllegalArgumentException("a problem code is snake_case: '" + code + "'");
    }
  }

  /// `code: title. Remedy.`
  @Override
  public String toString() {
    var line = new StringBuilder(code).append(": ").append(detail.isEmpty() ? title : detail);
    if (!remedy.isEmpty()) {
      line.append(line.charAt(line.length() - 1) == '.' ? " " : ". ").append(remedy);
    }
    return line.toString();
  }
}
