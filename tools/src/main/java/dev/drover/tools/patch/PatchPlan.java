package dev.drover.tools.patch;

import dev.drover.spi.secret.Redactor;
import dev.drover.spi.store.Bytes;
import dev.drover.tools.change.ChangingTool.Plan;
import dev.drover.tools.change.MaskedContent;
import dev.drover.tools.change.Rewrite;
import dev.drover.tools.change.Rewrite.Target;
import dev.drover.tools.change.Snapshot;
import dev.drover.tools.patch.FilePatch.Action;
import dev.drover.tools.place.Lookup;
import dev.drover.tools.place.Obstacle;
import dev.drover.tools.place.Place;
import dev.drover.tools.place.Workspace;
import dev.drover.tools.text.Diff;
import dev.drover.tools.text.Difference;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// All that a patch does, found to fit the files as they are.
///
/// Made for one call.
final class PatchPlan {
  private static final int MOST_PROBLEMS = 5;

  enum Overwrite {
    REFUSED,
    ALLOWED
  }

  private final Workspace workspace;
  private final Overwrite overwrite;
  private final Redactor redactor;
  private final List<Rewrite> rewrites = new ArrayList<>();
  private final Set<Place> touched = new HashSet<>();
  private final List<String> answer = new ArrayList<>();
  private final List<String> remarks = new ArrayList<>();
  private final List<String> preview = new ArrayList<>();

  private PatchPlan(Workspace workspace, Overwrite overwrite, Redactor redactor) {
    this.workspace = workspace;
    this.overwrite = overwrite;
    this.redactor = redactor;
  }

  /// @throws Obstacle with what is wrong in each file
  static Plan of(Workspace workspace, List<FilePatch> files, Overwrite overwrite, Redactor redactor)
      throws Obstacle, IOException {
    var plan = new PatchPlan(workspace, overwrite, redactor);
    var problems = new ArrayList<String>();
    for (var file : files) {
      try {
        plan.take(file);
      } catch (Obstacle obstacle) {
        problems.add(obstacle.text());
      }
    }
    if (!problems.isEmpty()) {
      throw new Obstacle(
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

  private void take(FilePatch file) throws Obstacle, IOException {
    switch (file.action()) {
      case ADD -> add(file);
      case UPDATE, MOVE -> update(file);
      case DELETE -> delete(file);
    }
  }

  private void add(FilePatch file) throws Obstacle, IOException {
    var place = touch(file.path());
    var before = free(place);
    var content = new StringBuilder();
    for (var hunk : file.hunks()) {
      for (var row : hunk.rows()) {
        if (row.sign() != Hunk.Sign.ADD) {
          throw new Obstacle(
              "'%s' is to be added, so each of its lines begins with '+'.".formatted(file.path()));
        }
        content.append(row.text());
      }
    }
    var restored = MaskedContent.of(redactor, place, before).restore(content.toString());
    rewrites.add(new Rewrite(place, before, target(restored, before.mode(), file)));
    answer.add("A %s (+%d)".formatted(place.shown(), file.added()));
    show(
        place.shown() + (becomesExecutable(file, before.mode()) ? " (new, executable)" : " (new)"),
        "",
        content.toString());
  }

  private void update(FilePatch file) throws Obstacle, IOException {
    var place = touch(file.path());
    Lookup.mustBeFile(place);
    Lookup.mustBeWritable(place);
    var before = Snapshot.of(place);
    var old = text(place, before);
    var hunks = MaskedHunks.restored(file.hunks(), content(place, utf8(old)));
    var patched = Patched.of(place.shown(), FileLines.of(place.shown(), old), hunks);
    remarks.addAll(patched.remarks());
    var counts = "(+%d -%d)".formatted(file.added(), file.dropped());
    if (file.action() == Action.MOVE) {
      var target = touch(file.target());
      rewrites.add(new Rewrite(target, free(target), target(patched.text(), before.mode(), file)));
      rewrites.add(Rewrite.deleting(place, before));
      answer.add("R %s -> %s %s".formatted(place.shown(), target.shown(), counts));
      show(
          place.shown() + " -> " + target.shown() + executable(file, before.mode()),
          utf8(old),
          patched.text());
    } else {
      rewrites.add(new Rewrite(place, before, target(patched.text(), before.mode(), file)));
      answer.add("M %s %s".formatted(place.shown(), counts));
      show(place.shown() + executable(file, before.mode()), utf8(old), patched.text());
    }
  }

  private void delete(FilePatch file) throws Obstacle, IOException {
    var place = touch(file.path());
    Lookup.mustBeFile(place);
    Lookup.mustBeWritable(place);
    var before = Snapshot.of(place);
    if (!file.hunks().isEmpty()) {
      var left =
          Patched.of(place.shown(), FileLines.of(place.shown(), text(place, before)), file.hunks());
      if (!left.text().isEmpty()) {
        throw new Obstacle(
            "'%s' is to be deleted, but has more lines than the patch drops."
                .formatted(place.shown()));
      }
    }
    rewrites.add(Rewrite.deleting(place, before));
    answer.add("D %s".formatted(place.shown()));
    preview.add(place.shown() + " (deleted)");
  }

  private Place touch(String path) throws Obstacle, IOException {
    var place = workspace.place(path);
    if (!touched.add(place)) {
      throw new Obstacle(
          "'%s' is in the patch more than once. Put all its hunks below one header."
              .formatted(place.shown()));
    }
    return place;
  }

  /// What is where a file is to come.
  private Snapshot free(Place place) throws Obstacle, IOException {
    Lookup.mayBecomeFile(place);
    var before = Snapshot.of(place);
    if (!(before instanceof Snapshot.Missing) && overwrite == Overwrite.REFUSED) {
      throw new Obstacle(
          "'%s' is there already. Update it, use another path, or set allowOverwrite."
              .formatted(place.shown()));
    }
    return before;
  }

  private MaskedContent content(Place place, String text) {
    return MaskedContent.of(redactor, place, text.replace("\r\n", "\n"));
  }

  private static byte[] text(Place place, Snapshot snapshot) throws Obstacle {
    return switch (snapshot) {
      case Snapshot.Held held -> held.content().array();
      case Snapshot.Large _ ->
          throw new Obstacle(
              "'%s' is larger than %d MiB, too large for patch. Change it with a program."
                  .formatted(place.shown(), Snapshot.MAX_HELD / 1024 / 1024));
      case Snapshot.Missing _ ->
          throw new Obstacle("'%s' is not there any more.".formatted(place.shown()));
    };
  }

  private static Target target(String content, String mode, FilePatch file) {
    return new Target.Content(Bytes.of(content), mode(mode, file.executable()));
  }

  /// Who may read it may run it, as git has it.
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
    var changes = Difference.between(old, after.replace("\r\n", "\n"));
    preview.add(changes.isEmpty() ? header : header + "\n" + Diff.whole(old, changes));
  }

  private static String utf8(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
