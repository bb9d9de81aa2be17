package dev.drover.cli.config;

import dev.drover.files.LoadedFile;
import dev.drover.spi.workspace.ConfigurationPaths.Kind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// How far a person trusts the files of a workspace.
///
/// A stranger, or an agent, may have written them. So they can add any restriction, but grant
/// nothing until a person has consented to exactly these files in exactly this folder: the digest
/// of each is recorded, and any change requires a new consent.
///
/// @param folder the real path of the workspace
/// @param files all files that are trusted together, by the path shown to people
/// @param requestedPermissions the permissions and choices requested by the files, by name
/// @param changes since the last consent; empty if there was none
public record FolderTrust(
    Path folder,
    Status status,
    SortedMap<String, LoadedFile> files,
    List<RequestedPermission> requestedPermissions,
    List<String> changes) {
  public FolderTrust {
    files = new TreeMap<>(files);
    requestedPermissions = List.copyOf(requestedPermissions);
    changes = List.copyOf(changes);
  }

  public enum Status {
    /// The folder requests no permission and makes no choice.
    NOT_NEEDED,
    TRUSTED,
    /// Requested permissions and choices are ignored.
    UNTRUSTED
  }

  /// A permission or choice that a workspace file requests.
  ///
  /// @param source `allow of drover.yaml`, or the path of a file
  /// @param values the content, one line each
  public record RequestedPermission(String name, String source, List<String> values) {
    public RequestedPermission {
      values = List.copyOf(values);
    }
  }

  static FolderTrust of(
      WorkspaceConfiguration workspace,
      Map<ConfigurationKey, ConfiguredValue> loosening,
      TrustRecords records) {
    var all = new ArrayList<RequestedPermission>();
    new TreeMap<>(loosening).forEach((key, given) -> all.add(of(key, given)));
    workspace
        .all()
        .forEach(
            (path, file) -> {
              if (isUsed(workspace, file)) {
                var size = "%s (%d bytes)".formatted(path, file.size());
                all.add(new RequestedPermission("file", path, List.of(size)));
              }
            });
    var place = workspace.place();
    var files = workspace.all();
    if (all.isEmpty()) {
      return new FolderTrust(place, Status.NOT_NEEDED, files, all, List.of());
    }
    var record = records.find(place);
    var changes = record.map(known -> changes(known, digests(files))).orElse(List.of());
    boolean trusted = record.isPresent() && changes.isEmpty();
    return new FolderTrust(place, trusted ? Status.TRUSTED : Status.UNTRUSTED, files, all, changes);
  }

  /// Agents and commands; scripts and settings are listed by their purpose.
  private static boolean isUsed(WorkspaceConfiguration workspace, LoadedFile file) {
    return workspace.files().entries().stream()
        .anyMatch(entry -> entry.file() == file && entry.place().kind() != Kind.SETTINGS);
  }

  private static RequestedPermission of(ConfigurationKey key, ConfiguredValue given) {
    var values = new ArrayList<>(given.values());
    given
        .entries()
        .forEach(
            (name, fields) -> {
              var said = new ArrayList<String>();
              fields.forEach((field, words) -> said.add(field + " " + String.join(" ", words)));
              values.add(name + ": " + String.join(", ", said));
            });
    return new RequestedPermission(key.word(), key.word() + " of drover.yaml", values);
  }

  /// Digests by path, as recorded.
  public SortedMap<String, String> digests() {
    return digests(files);
  }

  private static SortedMap<String, String> digests(SortedMap<String, LoadedFile> files) {
    var digests = new TreeMap<String, String>();
    files.forEach((path, file) -> digests.put(TrustRecords.escaped(path), file.digest()));
    return digests;
  }

  private static List<String> changes(
      SortedMap<String, String> known, SortedMap<String, String> now) {
    var changes = new ArrayList<String>();
    now.forEach(
        (path, digest) -> {
          var before = known.get(path);
          if (!digest.equals(before)) {
            changes.add(path + (before == null ? " is new" : " changed"));
          }
        });
    known.keySet().stream()
        .filter(path -> !now.containsKey(path))
        .forEach(path -> changes.add(path + " is gone"));
    return changes;
  }
}
