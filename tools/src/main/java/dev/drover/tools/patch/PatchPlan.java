package dev.drover.tools.patch;

import dev.drover.spi.Bytes;
import dev.drover.spi.secret.SecretRedactor;
import dev.drover.tools.change.FileChangeTool.Plan;
import dev.drover.tools.change.FileRewrite;
import dev.drover.tools.change.FileRewrite.Target;
import dev.drover.tools.change.FileSnapshot;
import dev.drover.tools.change.MaskedContent;
import dev.drover.tools.patch.FilePatch.Action;
import dev.drover.tools.text.DiffFormatter;
import dev.drover.tools.text.MyersDiff;
import dev.drover.tools.workspace.PathDiagnostics;
import dev.drover.tools.workspace.ToolRefusal;
import dev.drover.tools.workspace.Workspace;
import dev.drover.tools.workspace.WorkspacePath;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Plans all changes of a patch against the current files.
///
/// Used for one call.
final class PatchPlan {
  private static final int MOST_PROBLEMS = 5;

  enum Overwrite {
    REFUSED,
    ALLOWED
  }

  private final Workspace workspace;
  private final Overwrite overwrite;
  private final SecretRedactor redactor;
  private final List<FileRewrite> rewrites = new ArrayList<>();
  private final Set<WorkspacePath> touched = new HashSet<>();
  private final List<String> answer = new ArrayList<>();
  private final List<String> remarks = new ArrayList<>();
  private final List<String> preview = new ArrayList<>();

  private PatchPlan(Workspace workspace, Overwrite overwrite, SecretRedactor redactor) {
    this.workspace = workspace;
    this.overwrite = overwrite;
    this.redactor = redactor;
  }

  /// @throws ToolRefusal with the errors of each file
  static Plan of(
      Workspace workspace, List<FilePatch> files, Overwrite overwrite, SecretRedactor redactor)
      throws ToolRefusal, IOException {
    var plan = new PatchPlan(workspace, overwrite, redactor);
    var problems = new ArrayList<String>();
    for (var file : files) {
      try {
        plan.take(file);
      } catch (ToolRefusal refusal) {
        problems.add(refusal.text());
      }
    }
    if (!problems.isEmpty()) {
      throw new ToolRefusal(
          "The patch was not applied, nothing was written.\n%s\nRead the file, then send the whole patch again."
              .formatted(
                  String.join(
                      "\n", problems.subList(0, Math.min(MOST_PROBLEMS, problems.size())))));
    }
    var count = files.size() == 1 ? "1 file" : "%d files".formatted(files.size());
    plan.answer.addFirst("Patched %s.".formatted(count));
    plan.answer.addAll(plan.remarks);
    return new Plan(plan.rewrites, String.join("\n", plan.answer), String.join("\n", plan.preview));
  }

  private void take(FilePatch file) throws ToolRefusal, IOException {
    switch (file.action()) {
      case ADD -> add(file);
      case UPDATE, MOVE -> update(file);
      case DELETE -> delete(file);
    }
  }

  private void add(FilePatch file) throws ToolRefusal, IOException {
    var place = touch(file.path());
    var before = free(place);
    var content = new StringBuilder();
    for (var hunk : file.hunks()) {
      for (var row : hunk.rows()) {
        if (row.sign() != PatchHunk.Sign.ADD) {
          throw new ToolRefusal(
              "'%s' is to be added, so each of its lines begins with '+'.".formatted(file.path()));
        }
        content.append(row.text());
      }
    }
    var restored = MaskedContent.of(redactor, place, before).restore(content.toString());
    rewrites.add(new FileRewrite(place, before, target(restored, before.mode(), file)));
    answer.add("A %s (+%d)".formatted(place.displayPath(), file.added()));
    show(
        place.displayPath()
            + (becomesExecutable(file, before.mode()) ? " (new, executable)" : " (new)"),
        "",
        content.toString());
  }

  private void update(FilePatch file) throws ToolRefusal, IOException {
    var place = touch(file.path());
    PathDiagnostics.mustBeFile(place);
    PathDiagnostics.mustBeWritable(place);
    var before = FileSnapshot.of(place);
    var old = text(place, before);
    var hunks = MaskedHunks.restored(file.hunks(), content(place, utf8(old)));
    var patched =
        PatchResult.of(place.displayPath(), FileLines.of(place.displayPath(), old), hunks);
    remarks.addAll(patched.remarks());
    var counts = "(+%d -%d)".formatted(file.added(), file.dropped());
    if (file.action() == Action.MOVE) {
      var target = touch(file.target());
      rewrites.add(
          new FileRewrite(target, free(target), target(patched.text(), before.mode(), file)));
      rewrites.add(FileRewrite.deleting(place, before));
      answer.add("R %s -> %s %s".formatted(place.displayPath(), target.displayPath(), counts));
      show(
          place.displayPath() + " -> " + target.displayPath() + executable(file, before.mode()),
          utf8(old),
          patched.text());
    } else {
      rewrites.add(new FileRewrite(place, before, target(patched.text(), before.mode(), file)));
      answer.add("M %s %s".formatted(place.displayPath(), counts));
      show(place.displayPath() + executable(file, before.mode()), utf8(old), patched.text());
    }
  }

  private void delete(FilePatch file) throws ToolRefusal, IOException {
    var place = touch(file.path());
    PathDiagnostics.mustBeFile(place);
    PathDiagnostics.mustBeWritable(place);
    var before = FileSnapshot.of(place);
    if (!file.hunks().isEmpty()) {
      var left =
          PatchResult.of(
              place.displayPath(),
              FileLines.of(place.displayPath(), text(place, before)),
              file.hunks());
      if (!left.text().isEmpty()) {
        throw new ToolRefusal(
            "'%s' is to be deleted, but has more lines than the patch drops."
                .formatted(place.displayPath()));
      }
    }
    rewrites.add(FileRewrite.deleting(place, before));
    answer.add("D %s".formatted(place.displayPath()));
    preview.add(place.displayPath() + " (deleted)");
  }

  private WorkspacePath touch(String path) throws ToolRefusal, IOException {
    var place = workspace.resolve(path);
    if (!touched.add(place)) {
      throw new ToolRefusal(
          "'%s' is in the patch more than once. Put all its hunks below one header."
              .formatted(place.displayPath()));
    }
    return place;
  }

  /// The current state of a path where a new file is to be created.
  private FileSnapshot free(WorkspacePath place) throws ToolRefusal, IOException {
    PathDiagnostics.mayBecomeFile(place);
    var before = FileSnapshot.of(place);
    if (!(before instanceof FileSnapshot.Missing) && overwrite == Overwrite.REFUSED) {
      throw new ToolRefusal(
          "'%s' is there already. Update it, use another path, or set allowOverwrite."
              .formatted(place.displayPath()));
    }
    return before;
  }

  private MaskedContent content(WorkspacePath place, String text) {
    return MaskedContent.of(redactor, place, text.replace("\r\n", "\n"));
  }

  private static byte[] text(WorkspacePath place, FileSnapshot snapshot) throws ToolRefusal {
    return switch (snapshot) {
      case FileSnapshot.Held held -> held.content().array();
      case FileSnapshot.Large _ ->
          throw new ToolRefusal(
              "'%s' is larger than %d MiB, too large for patch. Change it with a program."
                  .formatted(place.displayPath(), FileSnapshot.MAX_HELD / 1024 / 1024));
      case FileSnapshot.Missing _ ->
          throw new ToolRefusal("'%s' is not there any more.".formatted(place.displayPath()));
    };
  }

  private static Target target(String content, String mode, FilePatch file) {
    return new Target.Content(Bytes.of(content), mode(mode, file.executable()));
  }

  /// As in git, everyone who may read the file may execute it.
  private static String mode(String mode, FilePatch.Executable executable) {
    return switch (executable) {
      case AS_IT_IS -> mode;
      case NO -> mode.replace('x', '-');
      case YES -> mode.isEmpty() ? "rwxr-xr-x" : mode.replaceAll("(r.)-", "$1x");
    };
  }

  private static String executable(FilePatch file, String mode) {
    return becomesExecutable(file, mode) ? " (executable)" : "";
  }

  private static boolean becomesExecutable(FilePatch file, String mode) {
    return file.executable() == FilePatch.Executable.YES && mode.indexOf('x') < 0;
  }

  private void show(String header, String before, String after) {
    var old = before.replace("\r\n", "\n");
    var changes = MyersDiff.between(old, after.replace("\r\n", "\n"));
    preview.add(changes.isEmpty() ? header : header + "\n" + DiffFormatter.whole(old, changes));
  }

  private static String utf8(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
