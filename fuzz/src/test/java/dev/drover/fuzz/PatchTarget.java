package dev.drover.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.conformance.ToolTestSession;
import dev.drover.internal.schema.ArgumentValidator;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.Text;
import dev.drover.tools.patch.PatchTool;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/// A patch is applied, or refused with a message and nothing is changed. Files outside the
/// workspace, in the store or controlling git stay unchanged either way.
final class PatchTarget implements FuzzTarget {
  private final PatchTool patch = new PatchTool();
  private final Path folder = ScratchFolder.folder();
  private final Path workspace = folder.resolve("work");
  private Map<String, String> before = Map.of();

  @Override
  public void accept(byte[] input) throws IOException, InterruptedException {
    if (before.isEmpty()) {
      before = built();
    }
    var arguments =
        ArgumentValidator.json(
            Map.of("patch", new String(input, StandardCharsets.UTF_8), "allowOverwrite", true));
    try (var session = new ToolTestSession(workspace)) {
      var call = session.call(arguments);
      assertThat(patch.preview(call)).isNotNull();
      var outcome = patch.call(call);
      var after = ScratchFolder.content(folder);
      switch (outcome) {
        case ToolOutcome.Succeeded(Text.Inline(var text), _) -> {
          RefusalChecks.words(text);
          staysOutside(after);
        }
        case ToolOutcome.Failed(Text.Inline(var text)) -> {
          RefusalChecks.words(text);
          assertThat(after).isEqualTo(before);
        }
        case ToolOutcome other -> throw new AssertionError("neither done nor refused: " + other);
      }
      if (!after.equals(before)) {
        before = built();
      }
    }
  }

  private void staysOutside(Map<String, String> after) {
    for (var file : before.keySet()) {
      if (isForbidden(file)) {
        assertThat(after.get(file)).as(file).isEqualTo(before.get(file));
      }
    }
    assertThat(after.keySet().stream().filter(PatchTarget::isForbidden))
        .containsExactlyInAnyOrderElementsOf(
            before.keySet().stream().filter(PatchTarget::isForbidden).toList());
  }

  private static boolean isForbidden(String file) {
    return !file.startsWith("work/")
        || isIn("work/.drover", file)
        || isIn("work/.git", file)
        || isIn("work/out", file);
  }

  /// A name with the same prefix is a different name.
  private static boolean isIn(String folder, String file) {
    return file.equals(folder) || file.startsWith(folder + "/");
  }

  private Map<String, String> built() throws IOException {
    if (Files.exists(workspace)) {
      ScratchFolder.clear(workspace);
      ScratchFolder.clear(folder.resolve("outside"));
    }
    write("outside/secret.txt", "secret\n");
    write("work/a.txt", "one\ntwo\nthree\n");
    write("work/src/b.txt", "one\r\ntwo\r\n");
    write("work/.git/config", "[core]\n");
    write("work/.drover/drover.db", "journal\n");
    Files.createSymbolicLink(workspace.resolve("out"), folder.resolve("outside"));
    return ScratchFolder.content(folder);
  }

  private void write(String path, String content) throws IOException {
    var file = folder.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, content);
  }
}
