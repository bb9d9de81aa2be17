package dev.drover.tools.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.conformance.ToolTestSession;
import dev.drover.tools.TestCall;
import dev.drover.tools.file.WriteTool;
import dev.drover.tools.workspace.ToolRefusal;
import dev.drover.tools.workspace.WorkspacePath;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("D9")
final class RewritingTest {
  @TempDir Path workspace;
  private TestCall call;

  @BeforeEach
  void open() {
    call = TestCall.in(new ToolTestSession(workspace), Map.of());
  }

  @Test
  void whenTheLastStepFailsAllEarlierStepsAreRolledBack() throws Exception {
    var old = Files.writeString(workspace.resolve("old.txt"), "old");
    Files.setPosixFilePermissions(old, PosixFilePermissions.fromString("rwx--x--x"));
    var dropped = Files.writeString(workspace.resolve("dropped.txt"), "dropped");
    var impossible = FileRewrite.deleting(place("not-there"), new FileSnapshot.Missing());
    var rewriting =
        new RewriteTransaction(
            call,
            List.of(
                to("old.txt", "new"),
                to("a/b/fresh.txt", "fresh"),
                FileRewrite.deleting(place("dropped.txt"), FileSnapshot.of(place("dropped.txt"))),
                impossible));

    assertThatThrownBy(rewriting::make).isInstanceOf(NoSuchFileException.class);

    assertThat(old).hasContent("old");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(old)))
        .isEqualTo("rwx--x--x");
    assertThat(dropped).hasContent("dropped");
    assertThat(workspace.toFile().list()).containsExactlyInAnyOrder("old.txt", "dropped.txt");
  }

  @Test
  void filesThatCannotBeRolledBackAreNamed() throws Exception {
    var large = workspace.resolve("large.bin");
    Files.write(large, new byte[FileSnapshot.MAX_HELD + 1]);
    var rewriting =
        new RewriteTransaction(
            call,
            List.of(
                FileRewrite.deleting(place("large.bin"), FileSnapshot.of(place("large.bin"))),
                FileRewrite.deleting(place("not-there"), new FileSnapshot.Missing())));

    assertThatThrownBy(rewriting::make)
        .isInstanceOf(ToolRefusal.class)
        .hasMessage(
            "The change failed, and could not be taken back in 'large.bin'. "
                + "Read them before you go on.");
  }

  @Test
  void aFileThatChangesAtTheLastMomentStopsTheTransaction() throws Exception {
    Files.writeString(workspace.resolve("a.txt"), "a");
    Files.writeString(workspace.resolve("b.txt"), "b");
    var rewriting = new RewriteTransaction(call, List.of(to("a.txt", "x"), to("b.txt", "y")));
    Files.writeString(workspace.resolve("b.txt"), "somebody else's");

    assertThatThrownBy(rewriting::make)
        .isInstanceOf(ToolRefusal.class)
        .hasMessageStartingWith("'b.txt' was changed by somebody else at this very moment.");

    assertThat(workspace.resolve("a.txt")).hasContent("a");
    assertThat(workspace.resolve("b.txt")).hasContent("somebody else's");
    assertThat(workspace.toFile().list()).containsExactlyInAnyOrder("a.txt", "b.txt");
  }

  @Test
  void anInterruptedCallChangesNothingAndLeavesNothing() throws Exception {
    Files.writeString(workspace.resolve("a.txt"), "a");
    var writing = TestCall.in(workspace, Map.of("path", "d/new.txt", "content", "x"));
    Thread.currentThread().interrupt();
    String failure;
    try {
      failure = writing.failureOf(new WriteTool());
    } finally {
      assertThat(Thread.interrupted()).as("still interrupted").isTrue();
    }
    assertThat(failure).isEqualTo("The call was interrupted before it was done.");
    assertThat(workspace.toFile().list()).containsExactly("a.txt");
  }

  private FileRewrite to(String name, String content) throws Exception {
    return FileRewrite.of(
        place(name), FileSnapshot.of(place(name)), content.getBytes(StandardCharsets.UTF_8));
  }

  private WorkspacePath place(String name) {
    return new WorkspacePath(workspace, Path.of(name));
  }
}
