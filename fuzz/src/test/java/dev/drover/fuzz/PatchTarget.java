package dev.drover.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.conformance.TrialSession;
import dev.drover.kernel.Text;
import dev.drover.kernel.ToolOutcome;
import dev.drover.runtime.tool.Arguments;
import dev.drover.tools.patch.PatchTool;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/// A patch is applied, or refused in words and nothing is changed. What is outside the workspace,
/// in the store or an order to git stays as it is either way.
final class PatchTarget implements Target {
  private final PatchTool patch = new PatchTool();
  private final Path folder = Scratch.folder();
  private final Path workspace = folder.resolve("work");
  private Map<String, String> before = Map.of();

  @Override
  public void accept(byte[] input) throws IOException, InterruptedException {
    if (before.isEmpty()) {
      before = built();
    }
    var arguments =
        Arguments.json(
            Map.of("patch", new String(input, StandardCharsets.UTF_8), "allowOverwrite", true));
    try (var session = new TrialSession(workspace)) {
      var call = session.call(arguments);
      assertThat(patch.preview(call)).isNotNull();
      var outcome = patch.call(call);
      var after = Scratch.content(folder);
      switch (outcome) {
        case ToolOutcome.Succeeded(Text.Inline(var said), _) -> {
          Refusals.words(said);
          staysOutside(after);
        }
        case ToolOutcome.Failed(Text.Inline(var said)) -> {
          Refusals.words(said);
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

  /// A name that only begins alike is the name of something else.
  private static boolean isIn(String folder, String file) {
    return file.equals(folder) || file.startsWith(folder + "/");
  }

  private Map<String, String> built() throws IOException {
    if (Files.exists(workspace)) {
      Scratch.clear(workspace);
      Scratch.clear(folder.resolve("outside"));
    }
    write("outside/secret.txt", "secret\n");
    write("work/a.txt", "one\ntwo\nthree\n");
    write("work/src/b.txt", "one\r\ntwo\r\n");
    write("work/.git/config", "[core]\n");
    write("work/.drover/drover.db", "journal\n");
    Files.createSymbolicLink(workspace.resolve("out"), folder.resolve("outside"));
    return Scratch.content(folder);
  }

  private void write(String path, String content) throws IOException {
    var file = folder.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, content);
  }
}
