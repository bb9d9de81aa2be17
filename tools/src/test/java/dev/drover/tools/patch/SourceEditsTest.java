package dev.drover.tools.patch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.conformance.ToolTestSession;
import dev.drover.tools.TestCall;
import dev.drover.tools.file.EditTool;
import dev.drover.tools.patch.SourceEdits.Case;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Edits of real files, each made in four forms that must yield the same bytes: quoted exactly,
/// quoted as models do, as a unified diff, and as an envelope. The expected bytes are built from
/// plain strings, and `git apply` and GNU `patch` must agree with them.
@Tag("D8")
@Tag("D9")
final class SourceEditsTest {
  private static final int EVERYDAY = 76;
  private static final int LONG = 1_500;
  private static final int BATCH = 4;

  @TempDir Path base;
  private final EditTool edit = new EditTool();
  private final PatchTool patch = new PatchTool();

  @Test
  void hundredsOfEditsYieldTheSameBytesInEveryForm() throws Exception {
    check(SourceEdits.cases(EVERYDAY, 11));
  }

  @Test
  @Tag("long")
  void thousandsOfEditsYieldTheSameBytesInEveryForm() throws Exception {
    check(SourceEdits.cases(LONG, 12));
  }

  private void check(List<Case> cases) throws Exception {
    for (var each : cases) {
      var exact =
          Map.<String, Object>of(
              "path", each.name(), "old", each.exact().old(), "new", each.exact().replacement());
      var loose =
          Map.<String, Object>of(
              "path", each.name(), "old", each.loose().old(), "new", each.loose().replacement());
      assertThat(edited(each, exact)).as("exact %s", each).isEqualTo(each.after());
      assertThat(edited(each, loose)).as("loose %s", each).isEqualTo(each.after());
      assertThat(patched(each, each.envelope())).as("envelope %s", each).isEqualTo(each.after());
    }
    var diffs = diffs(cases);
    for (int i = 0; i < cases.size(); i++) {
      assertThat(patched(cases.get(i), diffs.get(i)))
          .as("diff %s", cases.get(i))
          .isEqualTo(cases.get(i).after());
    }
    for (int i = 0; i + BATCH <= cases.size(); i += BATCH) {
      oneBadHunkChangesNothing(cases.subList(i, i + BATCH), diffs.subList(i, i + BATCH), i);
    }
  }

  private String edited(Case each, Map<String, Object> arguments) throws Exception {
    try (var session = new ToolTestSession(fresh(List.of(each)))) {
      TestCall.in(session, arguments).answerOf(edit);
      return read(session.workspace().resolve(each.name()));
    }
  }

  private String patched(Case each, String text) throws Exception {
    try (var session = new ToolTestSession(fresh(List.of(each)))) {
      TestCall.in(session, Map.of("patch", text)).answerOf(patch);
      return read(session.workspace().resolve(each.name()));
    }
  }

  private void oneBadHunkChangesNothing(List<Case> cases, List<String> diffs, int seed)
      throws Exception {
    var workspace = fresh(cases);
    var before = contents(workspace);
    int bad = seed / BATCH % cases.size();
    var broken = new ArrayList<>(diffs);
    broken.set(bad, diffs.get(bad).replaceAll("(?m)^([ -])(?!-)", "$1no such line "));
    assertThat(TestCall.in(workspace, Map.of("patch", String.join("", broken))).failureOf(patch))
        .startsWith("The patch was not applied, nothing was written.\nHunk 1 of '")
        .contains(cases.get(bad).name());
    assertThat(contents(workspace)).isEqualTo(before);

    TestCall.in(workspace, Map.of("patch", String.join("", diffs))).answerOf(patch);
    var after = new TreeMap<String, String>();
    cases.forEach(each -> after.put(each.name(), each.after()));
    assertThat(contents(workspace)).isEqualTo(after);
  }

  /// A diff of each case, half of them by git and half by GNU diff. Both `git apply` and `patch`
  /// must turn the old text into the new one.
  private List<String> diffs(List<Case> cases) throws Exception {
    var before = Files.createDirectories(base.resolve("x/before"));
    var after = Files.createDirectories(base.resolve("x/after"));
    for (var each : cases) {
      write(before.resolve(each.name()), each.before());
      write(after.resolve(each.name()), each.after());
    }
    var git =
        sections(
            run("x", "git", "diff", "--no-index", "--no-color", "before", "after"), "diff --git ");
    var gnu = sections(run("x", "diff", "-ru", "before", "after"), "diff -ru ");
    assertThat(git).hasSameSizeAs(cases);
    assertThat(gnu).hasSameSizeAs(cases);
    var diffs = new ArrayList<String>();
    for (int i = 0; i < cases.size(); i++) {
      diffs.add(i % 2 == 0 ? git.get(i) : gnu.get(i));
    }
    programsAgree(cases, String.join("", git), "git", "apply", "-p1", "../all.diff");
    programsAgree(
        cases, String.join("", gnu), "patch", "-s", "-p1", "--binary", "-i", "../all.diff");
    return diffs;
  }

  private void programsAgree(List<Case> cases, String diff, String... command) throws Exception {
    var copy = fresh(cases);
    write(copy.resolveSibling("all.diff"), diff);
    run(base.relativize(copy).toString(), command);
    for (var each : cases) {
      assertThat(read(copy.resolve(each.name()))).as(command[0]).isEqualTo(each.after());
    }
  }

  /// The section of each file, with both names in the same folder.
  private static List<String> sections(String diff, String header) {
    var sections = new ArrayList<String>();
    for (int at = diff.indexOf(header); at >= 0; ) {
      int next = diff.indexOf("\n" + header, at + 1);
      var section = diff.substring(at, next < 0 ? diff.length() : next + 1);
      int hunks = section.indexOf("\n@@ ");
      sections.add(
          section
                  .substring(0, hunks)
                  .replace("a/before/", "a/")
                  .replace("b/after/", "b/")
                  .replace("--- before/", "--- a/")
                  .replace("+++ after/", "+++ b/")
              + section.substring(hunks));
      at = next < 0 ? -1 : next + 1;
    }
    return sections;
  }

  private String run(String folder, String... command) throws Exception {
    var output = Files.createTempFile(base, "out", ".txt");
    var process =
        new ProcessBuilder(command)
            .directory(base.resolve(folder).toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    var text = read(output);
    // Programs that compare exit with 1 if there is a difference.
    assertThat(process.exitValue()).as("%s", text).isLessThanOrEqualTo(text.isEmpty() ? 0 : 1);
    return text;
  }

  private Path fresh(List<Case> cases) throws IOException {
    var folder = Files.createDirectory(Files.createTempDirectory(base, "c").resolve("w"));
    for (var each : cases) {
      write(folder.resolve(each.name()), each.before());
    }
    return folder;
  }

  private static Map<String, String> contents(Path folder) throws IOException {
    var all = new TreeMap<String, String>();
    try (var files = Files.list(folder)) {
      for (var file : files.toList()) {
        all.put(file.getFileName().toString(), read(file));
      }
    }
    return all;
  }

  private static void write(Path file, String text) throws IOException {
    Files.write(file, text.getBytes(StandardCharsets.UTF_8));
  }

  private static String read(Path file) throws IOException {
    return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
  }
}
