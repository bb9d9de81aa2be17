package dev.drover.cli.config;

import dev.drover.cli.environment.CliEnvironment;
import java.io.IOException;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;

/// The servers of workspaces that a person has approved, each with the digest of its entry. They
/// are kept with the person's own configuration, and never in the workspace.
public final class McpApprovals {
  private final TrustRecords records;
  private final Path place;

  private McpApprovals(TrustRecords records, Path place) {
    this.records = records;
    this.place = place;
  }

  public static McpApprovals of(CliEnvironment host, Path workspace) {
    return new McpApprovals(TrustRecords.ofServers(host), real(workspace));
  }

  private static Path real(Path workspace) {
    try {
      return workspace.toRealPath();
    } catch (IOException gone) {
      return workspace.toAbsolutePath().normalize();
    }
  }

  /// Digests by name.
  SortedMap<String, String> all() {
    return records.find(place).orElseGet(TreeMap::new);
  }

  public void approve(ConfiguredServer server) {
    var all = new TreeMap<>(all());
    all.put(server.name(), server.digest());
    records.save(place, all);
  }

  /// @return whether the server was approved, in any form
  public boolean revoke(String name) {
    var all = new TreeMap<>(all());
    if (all.remove(name) == null) {
      return false;
    }
    records.save(place, all);
    return true;
  }
}
