package dev.drover.acp;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// How calls that need an approval are answered. Rules that allow or deny are not affected.
public enum PermissionMode {
  /// The person at the editor is asked.
  ASK("Ask", "Calls that no rule allows are shown to you first."),
  /// The program approves.
  AUTO("Auto-approve", "Calls that would be shown to you are approved; deny rules still apply."),
  /// The program denies.
  DENY("Deny", "Calls that would be shown to you are denied: the agent only reads.");

  private final String title;
  private final String description;

  PermissionMode(String title, String description) {
    this.title = title;
    this.description = description;
  }

  String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  String title() {
    return title;
  }

  String description() {
    return description;
  }

  static Optional<PermissionMode> find(String id) {
    return Arrays.stream(values()).filter(mode -> mode.id().equals(id)).findFirst();
  }
}
