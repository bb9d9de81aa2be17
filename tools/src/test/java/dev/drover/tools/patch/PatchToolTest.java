package dev.drover.tools.patch;

import static dev.drover.tools.patch.PatchedTree.ALL_KINDS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.spi.tool.CallSubject;
import dev.drover.tools.TestCall;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("D9")
final class PatchToolTest {
  @TempDir Path workspace;
  private final PatchTool patch = new PatchTool();
  private PatchedTree tree;

  @BeforeEach
  void createTree() {
    tree = new PatchedTree(workspace);
  }

  @Test
  void filesAreAddedUpdatedMovedAndDeletedByAnEnvelope() throws Exception {
    tree.plant();
    assertThat(call(ALL_KINDS).answerOf(patch))
        .isEqualTo(
            """
            Patched 4 files.
            A new/n.txt (+3)
            M a.txt (+1 -1)
            R b.txt -> moved/b.txt (+1 -1)
            D c.txt\
            """);
    assertThat(tree.files())
        .isEqualTo(
            Map.of("a.txt", "1\ntwo\n3\n", "moved/b.txt", "y\n", "new/n.txt", "one\n\ntwo\n"));
  }

  @Test
  void filesAreAddedUpdatedMovedAndDeletedByAGitDiff() throws Exception {
    tree.plant();
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
    assertThat(tree.files())
        .isEqualTo(Map.of("a.txt", "1\ntwo\n3\n", "moved/b.txt", "y\n", "new/n.txt", "one\ntwo"));
    assertThat(Files.isExecutable(workspace.resolve("new/n.txt"))).isTrue();
  }

  @Test
  void namesQuotedByGitAndModesAreParsed() throws Exception {
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
  void aPlainDiffIsAppliedWhereItsLinesMatch() throws Exception {
    tree.write("f.txt", "0\n0\n1\n2\n3\n4\n5\n6\n7\n8\n9\n");
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
    assertThat(tree.files())
        .containsEntry("f.txt", "0\n0\n1\none and a half\n2\n3\n4\n5\n6\n7\neight\n9\n");
  }

  @Test
  void lineEndsByteOrderMarksAndTheFinalNewlineArePreserved() throws Exception {
    tree.write("f.txt", "\uFEFFa\r\n\tb\r\nc");
    assertThat(call(update("f.txt", "@@\n-a\n-    b\n-c\n+A\n+    B\n+C\n")).answerOf(patch))
        .endsWith("Hunk 1 of 'f.txt' was found at line 1 with indentation aside.");
    assertThat(tree.files()).containsEntry("f.txt", "\uFEFFA\r\n\tB\r\nC");
    call(update("f.txt", "@@\n C\n+D\n")).answerOf(patch);
    assertThat(tree.files()).containsEntry("f.txt", "\uFEFFA\r\n\tB\r\nC\r\nD");
    call(update("f.txt", "+E\n*** End of File\n")).answerOf(patch);
    assertThat(tree.files()).containsEntry("f.txt", "\uFEFFA\r\n\tB\r\nC\r\nD\r\nE");
  }

  @Test
  void anchorsSelectOneOfSeveralPositions() throws Exception {
    var file = "class A\n  f()\n    x\nclass B\n  f()\n    x\n  g()\n    x\n";
    tree.write("f.txt", file);
    assertThat(call(update("f.txt", "@@\n-    x\n+    y\n")).failureOf(patch))
        .contains("Hunk 1 of 'f.txt' fits 3 places: its lines are on lines 3, 6, 8.");
    assertThat(call(update("f.txt", "@@ f()\n-    x\n+    y\n")).failureOf(patch))
        .contains("fits 2 places: its lines are on lines 3, 6.");
    assertThat(call(update("f.txt", "@@ h()\n-    x\n+    y\n")).failureOf(patch))
        .contains("Hunk 1 of 'f.txt' is to be below 'h()', which is not there.");
    assertThat(tree.files()).containsEntry("f.txt", file);
    call(update("f.txt", "@@ class B\n@@ f()\n-    x\n+    y\n@@ g()\n+    z\n")).answerOf(patch);
    assertThat(tree.files())
        .containsEntry(
            "f.txt", "class A\n  f()\n    x\nclass B\n  f()\n    y\n  g()\n    z\n    x\n");
    call(update("f.txt", "@@ g()\n   g()\n-    z\n")).answerOf(patch);
    assertThat(tree.files())
        .containsEntry("f.txt", "class A\n  f()\n    x\nclass B\n  f()\n    y\n  g()\n    x\n");
  }

  @Test
  void oneHunkThatDoesNotFitLeavesEveryFileUnchanged() throws Exception {
    tree.plant();
    var before = tree.files();
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
    assertThat(tree.files()).isEqualTo(before);
  }

  @Test
  void invalidHeadersAreRefused() throws Exception {
    tree.write("f.txt", "a\nb\n");
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
    assertThat(tree.files()).isEqualTo(Map.of("f.txt", "a\nb\n"));
  }

  @Test
  void anExistingFileIsOverwrittenOnlyIfAllowed() throws Exception {
    tree.plant();
    var add = "*** Begin Patch\n*** Add File: a.txt\n+new\n*** End Patch\n";
    var move = update("b.txt", "*** Move to: a.txt\n");
    for (var each : new String[] {add, move}) {
      assertThat(call(each).failureOf(patch))
          .contains(
              "'a.txt' is there already. Update it, use another path, or set allowOverwrite.");
    }
    TestCall.in(workspace, Map.of("patch", move, "allowOverwrite", true)).answerOf(patch);
    assertThat(tree.files()).isEqualTo(Map.of("a.txt", "x\n", "c.txt", "gone\n"));
  }

  @Test
  void aFolderIsNeitherDeletedNorReplaced() throws Exception {
    tree.write("d/f.txt", "x\n");
    tree.write("f.txt", "x\n");
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
    assertThat(tree.files()).isEqualTo(Map.of("d/f.txt", "x\n", "f.txt", "x\n"));
  }

  @Test
  void aFileMayOccurOnlyOnceInAPatch() throws Exception {
    tree.plant();
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
  void everyPathIsASubjectAndThePreviewIsTheDiff() throws Exception {
    tree.plant();
    assertThat(patch.subjects(call(ALL_KINDS)))
        .containsExactly(
            new CallSubject.File("new/n.txt"),
            new CallSubject.File("a.txt"),
            new CallSubject.File("b.txt"),
            new CallSubject.File("moved/b.txt"),
            new CallSubject.File("c.txt"));
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

  @Test
  @Tag("J5")
  void thePreviewShowsEveryLineAndNewExecutables() throws Exception {
    var tail = "y".repeat(1_000) + "TAIL";
    assertThat(
            patch.preview(
                call(
                    """
                    diff --git a/run.sh b/run.sh
                    new file mode 100755
                    --- /dev/null
                    +++ b/run.sh
                    @@ -0,0 +1,200 @@
                    """
                        + ("+" + tail + "\n").repeat(200))))
        .isEqualTo(
            "run.sh (new, executable)\n@@ line 1 @@\n"
                + ("+" + tail + "\n").repeat(199)
                + "+"
                + tail);
  }

  private static String update(String path, String rest) {
    return "*** Begin Patch\n*** Update File: %s\n%s*** End Patch\n".formatted(path, rest);
  }

  private TestCall call(String text) {
    return TestCall.in(workspace, Map.of("patch", text));
  }
}
