package dev.drover.tools.patch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.conformance.TrialSession;
import dev.drover.kernel.FileChange.Copy;
import dev.drover.kernel.FileChange.Side;
import dev.drover.kernel.Input.Finding;
import dev.drover.spi.tool.Subject;
import dev.drover.tools.TestCall;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("D9")
final class PatchToolTest {
  private static final String ALL_KINDS =
      """
      *** Begin Patch
      *** Add File: new/n.txt
      +one
      +
      +two
      *** Update File: a.txt
      @@
       1
      -2
      +two
       3
      *** Update File: b.txt
      *** Move to: moved/b.txt
      @@
      -x
      +y
      *** Delete File: c.txt
      *** End Patch
      """;

  @TempDir Path workspace;
  private final PatchTool patch = new PatchTool();

  @Test
  void filesAreAddedUpdatedMovedAndDeletedByAnEnvelope() throws Exception {
    plant();
    assertThat(call(ALL_KINDS).answerOf(patch))
        .isEqualTo(
            """
            Patched 4 files.
            A new/n.txt (+3)
            M a.txt (+1 -1)
            R b.txt -> moved/b.txt (+1 -1)
            D c.txt\
            """);
    assertThat(files())
        .isEqualTo(
            Map.of("a.txt", "1\ntwo\n3\n", "moved/b.txt", "y\n", "new/n.txt", "one\n\ntwo\n"));
  }

  @Test
  void filesAreAddedUpdatedMovedAndDeletedByAGitDiff() throws Exception {
    plant();
    var diff =
        """
        From 0123 Mon Sep 17 00:00:00 2001
        Subject: all kinds

        diff --git a/new/n.txt b/new/n.txt
        new file mode 100755
        index 0000000..1111111
        --- /dev/null
        +++ b/new/n.txt
        @@ -0,0 +1,2 @@
        +one
        +two
        \\ No newline at end of file
        diff --git a/a.txt b/a.txt
        index 1111111..2222222 100644
        --- a/a.txt
        +++ b/a.txt
        @@ -1,3 +1,3 @@ some function
         1
        -2
        +two
         3
        diff --git a/b.txt b/moved/b.txt
        similarity index 50%
        rename from b.txt
        rename to moved/b.txt
        --- a/b.txt
        +++ b/moved/b.txt
        @@ -1 +1 @@
        -x
        +y
        diff --git a/c.txt b/c.txt
        deleted file mode 100644
        --- a/c.txt
        +++ /dev/null
        @@ -1 +0,0 @@
        -gone
        --\s
        2.39.5
        """;
    call(diff).answerOf(patch);
    assertThat(files())
        .isEqualTo(Map.of("a.txt", "1\ntwo\n3\n", "moved/b.txt", "y\n", "new/n.txt", "one\ntwo"));
    assertThat(Files.isExecutable(workspace.resolve("new/n.txt"))).isTrue();
  }

  @Test
  void namesThatGitQuotesAndModesAreUnderstood() throws Exception {
    Files.writeString(workspace.resolve("ä \"x\".sh"), "a\n");
    Files.setPosixFilePermissions(
        workspace.resolve("ä \"x\".sh"), PosixFilePermissions.fromString("rw-r-----"));
    call("""
    diff --git "a/\\303\\244 \\"x\\".sh" "b/\\303\\244 \\"x\\".sh"
    old mode 100644
    new mode 100755
    """)
        .answerOf(patch);
    assertThat(
            PosixFilePermissions.toString(
                Files.getPosixFilePermissions(workspace.resolve("ä \"x\".sh"))))
        .isEqualTo("rwxr-x---");
  }

  @Test
  void aPlainDiffIsFittedWhereItsLinesAre() throws Exception {
    write("f.txt", "0\n0\n1\n2\n3\n4\n5\n6\n7\n8\n9\n");
    assertThat(
            call("""
            --- f.txt\t2024-01-01 00:00:00
            +++ f.txt\t2024-01-01 00:00:01
            @@ -1,3 +1,4 @@
             1
            +one and a half
             2
             3
            @@ -7,2 +8,2 @@
             7
            -8
            +eight
            """)
                .answerOf(patch))
        .isEqualTo(
            """
            Patched 1 file.
            M f.txt (+2 -1)
            Hunk 1 of 'f.txt' was found at line 3, not 1.
            Hunk 2 of 'f.txt' was found at line 9, not 7.\
            """);
    assertThat(files())
        .containsEntry("f.txt", "0\n0\n1\none and a half\n2\n3\n4\n5\n6\n7\neight\n9\n");
  }

  @Test
  void lineEndsMarksAndTheFinalNewlineStayWhatTheyWere() throws Exception {
    write("f.txt", "\uFEFFa\r\n\tb\r\nc");
    assertThat(call(update("f.txt", "@@\n-a\n-    b\n-c\n+A\n+    B\n+C\n")).answerOf(patch))
        .endsWith("Hunk 1 of 'f.txt' was found at line 1 with indentation aside.");
    assertThat(files()).containsEntry("f.txt", "\uFEFFA\r\n\tB\r\nC");
    call(update("f.txt", "@@\n C\n+D\n")).answerOf(patch);
    assertThat(files()).containsEntry("f.txt", "\uFEFFA\r\n\tB\r\nC\r\nD");
    call(update("f.txt", "+E\n*** End of File\n")).answerOf(patch);
    assertThat(files()).containsEntry("f.txt", "\uFEFFA\r\n\tB\r\nC\r\nD\r\nE");
  }

  @Test
  void anchorsSayWhichOfSeveralPlacesIsMeant() throws Exception {
    var file = "class A\n  f()\n    x\nclass B\n  f()\n    x\n  g()\n    x\n";
    write("f.txt", file);
    assertThat(call(update("f.txt", "@@\n-    x\n+    y\n")).failureOf(patch))
        .contains("Hunk 1 of 'f.txt' fits 3 places: its lines are on lines 3, 6, 8.");
    assertThat(call(update("f.txt", "@@ f()\n-    x\n+    y\n")).failureOf(patch))
        .contains("fits 2 places: its lines are on lines 3, 6.");
    assertThat(call(update("f.txt", "@@ h()\n-    x\n+    y\n")).failureOf(patch))
        .contains("Hunk 1 of 'f.txt' is to be below 'h()', which is not there.");
    assertThat(files()).containsEntry("f.txt", file);
    call(update("f.txt", "@@ class B\n@@ f()\n-    x\n+    y\n@@ g()\n+    z\n")).answerOf(patch);
    assertThat(files())
        .containsEntry(
            "f.txt", "class A\n  f()\n    x\nclass B\n  f()\n    y\n  g()\n    z\n    x\n");
    call(update("f.txt", "@@ g()\n   g()\n-    z\n")).answerOf(patch);
    assertThat(files())
        .containsEntry("f.txt", "class A\n  f()\n    x\nclass B\n  f()\n    y\n  g()\n    x\n");
  }

  @Test
  void oneHunkThatDoesNotFitLeavesEveryFileAsItWas() throws Exception {
    plant();
    var before = files();
    assertThat(call(ALL_KINDS.replace("-x", "-z")).failureOf(patch))
        .isEqualTo(
            """
            The patch was not applied, nothing was written.
            Hunk 1 of 'b.txt' has no line in common with the file.
            Read the file, then send the whole patch again.\
            """);
    assertThat(call(ALL_KINDS.replace(" 3\n", " three\n")).failureOf(patch))
        .contains(
            "Hunk 1 of 'a.txt' does not fit. Nearest is line 3, where the patch has 'three' and "
                + "the file has '3'.");
    assertThat(files()).isEqualTo(before);
  }

  @Test
  void headersMustBeRight() throws Exception {
    write("f.txt", "a\nb\n");
    assertThat(call("--- a/f.txt\n+++ b/f.txt\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n+d\n").failureOf(patch))
        .isEqualTo(
            "Line 3 of the patch: hunk 1 of 'f.txt' says '@@ -1,2 +1,2 @@', but 2 old and 3 new "
                + "lines follow. Count them again. Nothing was written.");
    assertThat(call("--- a/f.txt\n+++ b/f.txt\n@@ -1,3 +1,2 @@\n a\n-b\n+c\n").failureOf(patch))
        .contains("but 2 old and 2 new lines follow");
    assertThat(call("--- a/f.txt\n+++ b/f.txt\n@@ line 1 @@\n a\n").failureOf(patch))
        .contains("'@@ line 1 @@' is no hunk header.");
    assertThat(call("@@ -1 +1 @@\n-a\n+b\n").failureOf(patch)).contains("no file that it belongs");
    assertThat(call("*** Begin Patch\n*** Add File: x\n+a\n").failureOf(patch))
        .isEqualTo(
            "Line 4 of the patch: the patch ends here without '*** End Patch'. "
                + "Nothing was written.");
    assertThat(call("*** Begin Patch\n*** Add File: x\na\n*** End Patch\n").failureOf(patch))
        .contains("each line of a file to add begins with '+'");
    assertThat(call("nothing").failureOf(patch)).startsWith("The patch changes no file.");
    assertThat(files()).isEqualTo(Map.of("f.txt", "a\nb\n"));
  }

  @Test
  void nothingIsOverwrittenUnlessThatIsAllowed() throws Exception {
    plant();
    var add = "*** Begin Patch\n*** Add File: a.txt\n+new\n*** End Patch\n";
    var move = update("b.txt", "*** Move to: a.txt\n");
    for (var each : new String[] {add, move}) {
      assertThat(call(each).failureOf(patch))
          .contains(
              "'a.txt' is there already. Update it, use another path, or set allowOverwrite.");
    }
    TestCall.in(workspace, Map.of("patch", move, "allowOverwrite", true)).answerOf(patch);
    assertThat(files()).isEqualTo(Map.of("a.txt", "x\n", "c.txt", "gone\n"));
  }

  @Test
  void aFolderIsNeitherDeletedNorReplaced() throws Exception {
    write("d/f.txt", "x\n");
    write("f.txt", "x\n");
    for (var each :
        new String[] {
          "*** Begin Patch\n*** Delete File: d\n*** End Patch\n",
          "*** Begin Patch\n*** Add File: d\n+x\n*** End Patch\n",
          update("f.txt", "*** Move to: d\n")
        }) {
      assertThat(
              TestCall.in(workspace, Map.of("patch", each, "allowOverwrite", true))
                  .failureOf(patch))
          .contains("'d' is a directory.");
    }
    assertThat(files()).isEqualTo(Map.of("d/f.txt", "x\n", "f.txt", "x\n"));
  }

  @Test
  void aFileIsInAPatchOnce() throws Exception {
    plant();
    Files.createSymbolicLink(workspace.resolve("link"), Path.of("a.txt"));
    assertThat(
            call("""
            *** Begin Patch
            *** Delete File: a.txt
            *** Update File: link
            @@
            -1
            +0
            *** End Patch
            """)
                .failureOf(patch))
        .contains("'a.txt' is in the patch more than once.");
  }

  @Test
  void everyPathIsASubjectAndThePreviewIsTheDifference() throws Exception {
    plant();
    assertThat(patch.subjects(call(ALL_KINDS)))
        .containsExactly(
            new Subject.File("new/n.txt"),
            new Subject.File("a.txt"),
            new Subject.File("b.txt"),
            new Subject.File("moved/b.txt"),
            new Subject.File("c.txt"));
    assertThat(patch.preview(call(ALL_KINDS)))
        .isEqualTo(
            """
            new/n.txt (new)
            @@ line 1 @@
            +one
            +
            +two
            a.txt
            @@ line 1 @@
             1
            -2
            +two
             3
            b.txt -> moved/b.txt
            @@ line 1 @@
            -x
            +y
            c.txt (deleted)\
            """);
  }

  /// The five files of the patch in any mixture of before and after.
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 4, 8, 16, 3, 5, 9, 17, 6, 10, 12, 18, 20, 24, 7, 15, 23, 27, 30})
  @Tag("A14")
  void aPatchThatIsHalfAppliedWhenTheProcessDiesIsCompleted(int done) throws Exception {
    plant();
    var session = new TrialSession(workspace);
    var call = TestCall.in(session, Map.of("patch", ALL_KINDS)).judgedBy(patch);
    var doomed = call.dyingAfterAnnouncing();
    assertThatThrownBy(() -> patch.call(doomed)).isInstanceOf(TestCall.Died.class);
    if ((done & 1) != 0) {
      write("new/n.txt", "one\n\ntwo\n");
    }
    if ((done & 2) != 0) {
      write("a.txt", "1\ntwo\n3\n");
    }
    if ((done & 4) != 0) {
      write("moved/b.txt", "y\n");
    }
    if ((done & 8) != 0) {
      Files.delete(workspace.resolve("b.txt"));
    }
    if ((done & 16) != 0) {
      Files.delete(workspace.resolve("c.txt"));
    }
    assertThat(patch.probe(call.again())).isEqualTo(new Finding.DidNotHappen());

    call.again().answerOf(patch);

    assertThat(files())
        .isEqualTo(
            Map.of("a.txt", "1\ntwo\n3\n", "moved/b.txt", "y\n", "new/n.txt", "one\n\ntwo\n"));
    assertThat(patch.probe(call.again())).isInstanceOf(Finding.Happened.class);
  }

  @Test
  @Tag("A14")
  void aPatchThatCannotBeCompletedIsTakenBack() throws Exception {
    plant();
    var call = TestCall.in(new TrialSession(workspace), Map.of("patch", ALL_KINDS));
    var doomed = call.dyingAfterAnnouncing();
    assertThatThrownBy(() -> patch.call(doomed)).isInstanceOf(TestCall.Died.class);
    write("a.txt", "1\ntwo\n3\n");
    Files.delete(workspace.resolve("c.txt"));
    write("moved", "a file where a folder is to be");

    assertThat(call.again().failureOf(patch)).startsWith("moved is not a directory.");

    assertThat(files())
        .isEqualTo(
            Map.of(
                "a.txt", "1\n2\n3\n",
                "b.txt", "x\n",
                "c.txt", "gone\n",
                "moved", "a file where a folder is to be"));
    assertThat(patch.probe(call.again())).isEqualTo(new Finding.DidNotHappen());
  }

  @Test
  @Tag("A14")
  void theNewContentsOfSeveralFilesAreKept() throws Exception {
    plant();
    var session = new TrialSession(workspace);
    TestCall.in(session, Map.of("patch", ALL_KINDS)).answerOf(patch);
    assertThat(session.announced())
        .filteredOn(change -> change.after() instanceof Side.File)
        .hasSize(3)
        .allSatisfy(change -> assertThat(((Side.File) change.after()).copy()).isEqualTo(Copy.KEPT));
  }

  @Test
  void whatFailsOnTheWayIsTakenBack() throws Exception {
    plant();
    write("moved/x", "");
    var before = files();
    // There is a file where a folder is to be, which shows when the new files are written.
    assertThat(call(ALL_KINDS.replace("moved/b.txt", "moved/x/b.txt")).failureOf(patch))
        .startsWith("x is not a directory.");
    assertThat(files()).isEqualTo(before);
    assertThat(workspace.resolve("new")).doesNotExist();
  }

  private void plant() throws IOException {
    write("a.txt", "1\n2\n3\n");
    write("b.txt", "x\n");
    write("c.txt", "gone\n");
  }

  private static String update(String path, String rest) {
    return "*** Begin Patch\n*** Update File: %s\n%s*** End Patch\n".formatted(path, rest);
  }

  private void write(String name, String text) throws IOException {
    var file = workspace.resolve(name);
    Files.createDirectories(file.getParent());
    Files.write(file, text.getBytes(StandardCharsets.UTF_8));
  }

  private Map<String, String> files() throws IOException {
    var all = new TreeMap<String, String>();
    try (var files = Files.walk(workspace)) {
      for (var file : files.filter(Files::isRegularFile).toList()) {
        all.put(
            workspace.relativize(file).toString(),
            new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
      }
    }
    return all;
  }

  private TestCall call(String text) {
    return TestCall.in(workspace, Map.of("patch", text));
  }
}
