package dev.drover.architecture.source;

/// A violation of a rule: `subject` is the violating element, as an exception would name it; `what`
/// describes the violation.
public record RuleFinding(String subject, String what) {

  @Override
  public String toString() {
    return subject + ": " + what;
  }
}
