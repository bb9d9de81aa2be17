package dev.drover.cli.config;

import dev.drover.kernel.value.Problem;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A server that a file names, and whether it is used.
///
/// @param settings null if they are invalid
/// @param digest of what a person approves; empty for a server of the person's own file
/// @param problem why it cannot be used; null if the settings are valid
public record ConfiguredServer(
    String name,
    McpServerSettings.Source source,
    Status status,
    @Nullable McpServerSettings settings,
    String digest,
    @Nullable Problem problem) {
  /// Whether a server is used, and if not, why.
  public enum Status {
    /// It is in the person's own file.
    OWN,
    APPROVED,
    /// It waits for a person's approval.
    PENDING,
    /// A person approved it, and it has changed since.
    CHANGED,
    /// Another file with precedence has a server of this name.
    HIDDEN,
    INVALID
  }

  static ConfiguredServer invalid(String name, McpServerSettings.Source source, Problem problem) {
    return new ConfiguredServer(name, source, Status.INVALID, null, "", problem);
  }

  /// A server of the person's own file.
  static ConfiguredServer own(McpServerSettings settings) {
    return new ConfiguredServer(settings.name(), settings.source(), Status.OWN, settings, "", null);
  }

  /// @param approved digests of what the person has approved in this workspace, by name
  static ConfiguredServer ofWorkspace(
      McpServerSettings settings, String digest, Map<String, String> approved) {
    var before = approved.get(settings.name());
    var status =
        before == null ? Status.PENDING : before.equals(digest) ? Status.APPROVED : Status.CHANGED;
    return new ConfiguredServer(settings.name(), settings.source(), status, settings, digest, null);
  }

  ConfiguredServer hidden() {
    return new ConfiguredServer(name, source, Status.HIDDEN, settings, digest, problem);
  }

  public boolean isUsed() {
    return status == Status.OWN || status == Status.APPROVED;
  }
}
