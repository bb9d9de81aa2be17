package dev.drover.cli.config;

import dev.drover.files.SourceFile;
import dev.drover.spi.tool.ConfigurationPaths.Kind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// How far a person trusts the files of a workspace.
///
/// A stranger, or an agent, may have written them. So they can forbid whatever they like, but allow
/// nothing until a person has said yes to exactly these files in exactly this folder: the digest of
/// each is remembered, and any change needs another yes.
///
/// @param place the real path of the workspace
/// @param files everything that is trusted together, by the path that people know it by
/// @param loosening what would be allowed, or chosen, by its name
/// @param changes since the last yes; empty if there was none
public record FolderTrust(
    Path place,
    Status status,
    SortedMap<String, SourceFile> files,
    List<Loosening> loosening,
    List<String> changes) {
  public FolderTrust {
    files = new TreeMap<>(files);
    loosening = List.copyOf(loosening);
    changes = List.copyOf(changes);
  }

  public enum Status {
    /// Nothing in the folder allows or chooses anything.
    NOT_NEEDED,
    TRUSTED,
    /// What would allow or choose something is ignored.
    UNTRUSTED
  }

  /// Something that a file of the workspace would allow or choose.
  ///
  /// @param source `allow of drover.yaml`, or the path of a file
  /// @param values what it says, each for one line
  public record Loosening(String name, String source, List<String> values) {
    public Loosening {
      values = List.copyOf(values);
    }
  }

  static FolderTrust of(WorkspaceFiles workspace, Map<Key, Given> loosening, TrustRecords records) {
    var all = new ArrayList<Loosening>();
    new TreeMap<>(loosening).forEach((key, given) -> all.add(of(key, given)));
    workspace
        .all()
        .forEach(
            (path, file) -> {
              if (isUsed(workspace, file)) {
                var size = "%s (%d bytes)".formatted(path, file.size());
                all.add(new Loosening("file", path, List.of(size)));
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

  /// Agents and commands; the scripts and settings are named by what they are for.
  private static boolean isUsed(WorkspaceFiles workspace, SourceFile file) {
    return workspace.files().entries().stream()
        .anyMatch(entry -> entry.file() == file && entry.place().kind() != Kind.SETTINGS);
  }

  private static Loosening of(Key key, Given given) {
    var values = new ArrayList<>(given.values());
    given
        .entries()
        .forEach(
            (name, fields) -> {
              var said = new ArrayList<String>();
              fields.forEach((field, words) -> said.add(field + " " + String.join(" ", words)));
              values.add(name + ": " + String.join(", ", said));
            });
    return new Loosening(key.word(), key.word() + " of drover.yaml", values);
  }

  /// Digests by path, as they are remembered.
  public SortedMap<String, String> digests() {
    return digests(files);
  }

  private static SortedMap<String, String> digests(SortedMap<String, SourceFile> files) {
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
