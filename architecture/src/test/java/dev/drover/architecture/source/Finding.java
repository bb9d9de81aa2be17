package dev.drover.architecture.source;

/// What a rule found: `subject` is who breaks it, as an exception would name it; `what` is how.
public record Finding(String subject, String what) {

  @Override
  public String toString() {
    return subject + ": " + what;
  }
}
