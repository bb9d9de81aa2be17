package dev.drover.shell;

/// A variable that gets a value in a line.
///
/// @param value whether arithmetic may find code in it
record VariableAssignment(String name, Value value) {
  enum Value {
    /// A number, or a text without a substitution.
    TAME,
    /// A text that is not known, or that contains a substitution.
    LOOSE;

    static Value looseIf(boolean loose) {
      return loose ? LOOSE : TAME;
    }
  }
}
