package dev.drover.tools.change;

import dev.drover.kernel.value.BlobId;
import dev.drover.spi.tool.ToolInvocation;
import dev.drover.tools.call.PrintableText;
import dev.drover.tools.change.LastSeenFiles.AccessKind;
import dev.drover.tools.workspace.ToolRefusal;
import dev.drover.tools.workspace.WorkspacePath;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// Prevents overwriting unseen content: the model must have seen the current content of the file,
/// and an approval applies only to the content at the time of the question.
///
/// A judgement covers the files that a call leads to, each with its content at that time. Changes
/// made meanwhile by this session's own tools are accepted, because all calls of a turn are judged
/// before the first of them runs.
final class StalenessCheck {
  private static final int DIGEST_SHOWN = 16;
  private static final String ABSENT = "absent";

  /// The basis of a call whose paths cannot be resolved.
  static final String NOWHERE = "nowhere";

  private StalenessCheck() {}

  /// One line for each file: its content and its path.
  static String basis(List<WorkspacePath> places) throws ToolRefusal, IOException {
    var basis = new LinkedHashMap<String, String>();
    for (var place : places) {
      basis.put(PrintableText.of(place.path()), abbreviated(FileSnapshot.of(place)));
    }
    return basis.entrySet().stream()
        .map(file -> file.getValue() + " " + file.getKey())
        .collect(Collectors.joining("\n"));
  }

  /// @throws ToolRefusal if one of the files is not the version that was read or judged
  static void check(ToolInvocation call, List<WorkspacePath> places, List<FileRewrite> rewrites)
      throws ToolRefusal, IOException {
    var seen = LastSeenFiles.of(call);
    for (var rewrite : rewrites) {
      requireUnchangedSinceRead(rewrite, seen);
    }
    if (!call.basis().isEmpty()) {
      requireUnchangedSinceVerdict(parse(call.basis()), places, seen);
    }
  }

  private static void requireUnchangedSinceRead(FileRewrite rewrite, LastSeenFiles seen)
      throws ToolRefusal {
    var last = seen.last(rewrite.path()).map(LastSeenFiles.SeenVersion::content);
    var now = rewrite.before().digest();
    // A deleted file has no content that could be lost.
    if (last.isPresent() && now.isPresent() && !last.equals(now)) {
      throw new ToolRefusal(
          "'%s' changed since you read it. Nothing was written. Read it again, then change it."
              .formatted(rewrite.path().displayPath()));
    }
  }

  private static void requireUnchangedSinceVerdict(
      Map<String, String> basis, List<WorkspacePath> places, LastSeenFiles seen)
      throws ToolRefusal, IOException {
    for (var place : places) {
      var judged = basis.get(PrintableText.of(place.path()));
      if (judged == null) {
        throw new ToolRefusal(
            "The path leads to '%s' now, which is not where it led when this call was judged. "
                    .formatted(place.displayPath())
                + "Nothing was written. Look with ls, then repeat the call.");
      }
      var now = FileSnapshot.of(place);
      if (!judged.equals(abbreviated(now)) && !isOwn(place, now, seen)) {
        throw new ToolRefusal(
            "'%s' changed after this call was judged. Nothing was written. "
                    .formatted(place.displayPath())
                + "Read it again, then repeat the call if it is still right.");
      }
    }
  }

  private static boolean isOwn(WorkspacePath place, FileSnapshot now, LastSeenFiles seen) {
    return seen.last(place)
        .filter(
            last ->
                last.by() == AccessKind.WRITTEN && now.digest().equals(Optional.of(last.content())))
        .isPresent();
  }

  private static Map<String, String> parse(String basis) {
    var files = new LinkedHashMap<String, String>();
    basis
        .lines()
        .forEach(line -> files.put(line.substring(line.indexOf(' ') + 1), line.split(" ", 2)[0]));
    return files;
  }

  private static String abbreviated(FileSnapshot snapshot) {
    return snapshot.digest().map(StalenessCheck::abbreviated).orElse(ABSENT);
  }

  private static String abbreviated(BlobId digest) {
    return digest.sha256().substring(0, DIGEST_SHOWN);
  }
}
