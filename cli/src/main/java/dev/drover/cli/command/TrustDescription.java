package dev.drover.cli.command;

import dev.drover.cli.config.FolderTrust;
import dev.drover.cli.config.FolderTrust.RequestedPermission;
import dev.drover.cli.config.FolderTrust.Status;
import dev.drover.cli.output.DisplayFormats;
import dev.drover.cli.output.JsonLine;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Describes to people and programs what the files of a folder would allow. All of it, including
/// file names, is untrusted text.
final class TrustDescription {
  /// Longer texts have to be read in the file itself.
  private static final int LONGEST_VALUE = 2_000;

  private static final int MOST_NAMED = 10;

  private TrustDescription() {}

  /// The settings ignored because the folder is not trusted; on one line.
  static Optional<String> report(FolderTrust trust) {
    if (trust.status() != Status.UNTRUSTED) {
      return Optional.empty();
    }
    return Optional.of(
        oneLine(
            "folder_untrusted: in %s these are ignored: %s.%s See them with 'drover trust --show',"
                    .formatted(trust.folder(), ignored(trust), since(trust))
                + " and trust them with 'drover trust'."));
  }

  private static String ignored(FolderTrust trust) {
    var keys = new ArrayList<String>();
    var parts = new ArrayList<String>();
    for (var each : trust.requestedPermissions()) {
      (isFile(each) ? parts : keys).add(isFile(each) ? each.source() : each.name());
    }
    if (!keys.isEmpty()) {
      var last = keys.removeLast();
      var all = keys.isEmpty() ? last : String.join(", ", keys) + " and " + last;
      parts.addFirst(all + " of drover.yaml");
    }
    int more = parts.size() - MOST_NAMED;
    return parts.stream().limit(MOST_NAMED).collect(Collectors.joining(", "))
        + (more > 0 ? " and %d more".formatted(more) : "");
  }

  private static boolean isFile(RequestedPermission each) {
    return each.name().equals("file");
  }

  private static String since(FolderTrust trust) {
    return trust.changes().isEmpty()
        ? ""
        : " Since it was trusted: %s.".formatted(String.join(", ", trust.changes()));
  }

  /// The complete description, in lines for the person who decides.
  static List<String> lines(FolderTrust trust) {
    var lines = new ArrayList<String>();
    lines.add(
        switch (trust.status()) {
          case NOT_NEEDED -> "Nothing in %s needs trust.".formatted(trust.folder());
          case TRUSTED -> "%s is trusted. Its files allow, or choose:".formatted(trust.folder());
          case UNTRUSTED ->
              "%s is not trusted. Its files would allow, or choose:".formatted(trust.folder());
        });
    for (var each : trust.requestedPermissions()) {
      for (var value : each.values()) {
        lines.add("  %s: %s".formatted(each.name(), shortened(value)));
      }
    }
    trust.changes().forEach(change -> lines.add("  since it was trusted: " + change));
    return lines.stream().map(TrustDescription::oneLine).toList();
  }

  private static String shortened(String value) {
    int more = value.length() - LONGEST_VALUE;
    return more > 0
        ? "%s … %d more characters".formatted(value.substring(0, LONGEST_VALUE), more)
        : value;
  }

  private static String oneLine(String text) {
    return DisplayFormats.visible(text).replace("\n", "\\n").replace("\t", " ");
  }

  static JsonLine json(FolderTrust trust) {
    var allowed = new LinkedHashMap<String, List<String>>();
    trust
        .requestedPermissions()
        .forEach(
            each ->
                allowed.merge(
                    each.name(),
                    each.values(),
                    (some, more) -> {
                      var all = new ArrayList<>(some);
                      all.addAll(more);
                      return all;
                    }));
    var would = new JsonLine();
    allowed.forEach(would::with);
    var files = new ArrayList<JsonLine>();
    trust
        .files()
        .forEach(
            (path, file) ->
                files.add(
                    new JsonLine()
                        .with("path", path)
                        .with("bytes", file.size())
                        .with("sha256", file.digest())));
    return new JsonLine()
        .with("folder", trust.folder())
        .with("trusted", trust.status() == Status.TRUSTED)
        .with("needed", trust.status() != Status.NOT_NEEDED)
        .with("would_allow", would)
        .with("files", files)
        .with("changed", trust.changes());
  }
}
