package dev.drover.tools.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.conformance.ToolTestSession;
import dev.drover.kernel.message.ToolAnswer;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.Text;
import dev.drover.spi.tool.AgentTool;
import dev.drover.tools.TestCall;
import dev.drover.tools.WorkspaceTools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Random calls in a random tree full of links, while another thread turns folders and files into
/// links to the outside and back. Nothing outside may be read or written: every file there contains
/// a word that no answer may contain, and the tree there must stay unchanged.
@Tag("D5")
final class PathAttackTest {
  private static final List<AgentTool> TOOLS =
      WorkspaceTools.workspace().stream()
          .filter(tool -> !Set.of("artifact", "todo").contains(tool.spec().name()))
          .toList();

  private static final String CANARY = "canary-5e1d";
  private static final int EVERYDAY_CALLS = 750;
  private static final int ROUND = 250;
  private static final int FOLDERS = 250;
  private static final int LONG_CALLS = 20_000;

  /// Names that look alike, or that a careless parser splits wrongly.
  private static final List<String> NAMES =
      List.of("a", "b", "A", "é", "e\u0301", "n n", "x\ny", "-rf", "…", "a.txt", "..a", "%2e%2e");

  @TempDir Path base;
  private Path workspace;
  private Path outside;
  private SplittableRandom random = new SplittableRandom(1);
  private int succeeded;
  private int failed;

  @BeforeEach
  void makeOutside() throws IOException {
    base = base.toRealPath();
    workspace = Files.createDirectory(base.resolve("ws"));
    outside = Files.createDirectory(base.resolve("out"));
    Files.createDirectories(outside.resolve("a/b"));
    Files.createDirectory(base.resolve("ws2"));
    for (var file : List.of("out/a.txt", "out/a/a.txt", "out/a/b/a", "out/b", "ws2/a", "a.txt")) {
      Files.writeString(base.resolve(file), CANARY + "\n");
    }
  }

  @Test
  void nothingOutsideIsReadOrWritten() throws Exception {
    attack(EVERYDAY_CALLS, 1);
  }

  @Test
  @Tag("long")
  void nothingOutsideIsReadOrWrittenInTensOfThousandsOfCalls() throws Exception {
    attack(LONG_CALLS, 2);
  }

  @Test
  void foldersCreatedDuringSwapsStayInside() throws Exception {
    var before = outsideOf(workspace);
    plant();
    duringSwaps(
        () -> {
          for (int i = 0; i < FOLDERS; i++) {
            var place = new WorkspacePath(workspace, Path.of("swap" + i % 3, "made" + i, "x"));
            ignoringFailures(Path.of(".d"), temporary -> makeParents(place, temporary));
          }
        });
    assertThat(outsideOf(workspace)).isEqualTo(before);
    assertThat(succeeded).as("folders made").isGreaterThan(FOLDERS / 10);
  }

  private int makeParents(WorkspacePath place, Path temporary) throws IOException {
    for (var missing : place.missingFolders()) {
      missing.makeFolder(temporary);
    }
    return succeeded++;
  }

  private void attack(int calls, long seed) throws Exception {
    random = new SplittableRandom(seed);
    var before = outsideOf(workspace);
    try (var session = new ToolTestSession(workspace)) {
      for (int done = 0; done < calls; done += ROUND) {
        plant();
        duringSwaps(
            () -> {
              for (int i = 0; i < ROUND; i++) {
                tryOne(session);
              }
            });
      }
    }
    assertThat(outsideOf(workspace)).isEqualTo(before);
    assertThat(succeeded).as("calls that were inside").isGreaterThan(calls / 20);
    assertThat(failed).as("calls that were refused").isGreaterThan(calls / 20);
  }

  private interface Work {
    void run() throws Exception;
  }

  private void duringSwaps(Work work) throws Exception {
    var over = new AtomicBoolean();
    var swapping = new FutureTask<>(() -> swapUntil(over));
    Thread.ofPlatform().start(swapping);
    try {
      work.run();
    } finally {
      over.set(true);
    }
    assertThat(swapping.get(30, TimeUnit.SECONDS)).as("swaps").isGreaterThan(100);
  }

  private void tryOne(ToolTestSession session) throws Exception {
    var tool = pick(TOOLS);
    var path = path();
    var call = TestCall.in(session, arguments(tool, path));
    tool.subjects(call);
    assertThat(tool.preview(call)).doesNotContain(CANARY);
    switch (tool.call(call)) {
      case ToolOutcome.Succeeded(Text.Inline(var text), _) -> {
        assertThat(text).as("%s %s", tool.spec().name(), path).doesNotContain(CANARY);
        succeeded++;
      }
      case ToolOutcome.Failed(Text.Inline(var text)) -> {
        assertThat(text).as("%s %s", tool.spec().name(), path).doesNotContain(CANARY);
        failed++;
      }
      case ToolAnswer other -> throw new AssertionError("not an answer: " + other);
    }
  }

  private Map<String, Object> arguments(AgentTool tool, String path) {
    return switch (tool.spec().name()) {
      case "write" -> Map.of("path", path, "content", "inside\n");
      // The text would match outside, too.
      case "glob", "grep" -> Map.of("path", path, "pattern", "*");
      case "edit" -> Map.of("path", path, "old", "\n", "new", " and more\n");
      case "patch" -> Map.of("patch", patch(path), "allowOverwrite", random.nextBoolean());
      default -> Map.of("path", path);
    };
  }

  private String patch(String path) {
    var deed =
        switch (random.nextInt(4)) {
          case 0 -> "*** Add File: " + path + "\n+inside";
          case 1 -> "*** Delete File: " + path;
          case 2 -> "*** Update File: " + path + "\n*** Move to: " + path();
          default -> "*** Update File: " + path + "\n@@\n-inside\n+inside and more";
        };
    return "*** Begin Patch\n" + deed + "\n*** End Patch";
  }

  /// Often an existing path, sometimes an absurd one.
  private String path() {
    var path = new StringBuilder();
    if (random.nextInt(10) == 0) {
      path.append(pick(List.of("/", base + "/", workspace + "/", outside + "/", "./", "../ws/")));
    }
    int names = 1 + random.nextInt(3);
    for (int i = 0; i < names; i++) {
      path.append(i == 0 ? "" : "/");
      path.append(
          switch (random.nextInt(12)) {
            case 0, 1 -> "..";
            case 2 -> "link" + random.nextInt(8);
            case 3, 4, 5 -> "swap" + random.nextInt(3);
            case 6 -> "new" + random.nextInt(100);
            default -> pick(NAMES);
          });
    }
    return path.toString();
  }

  /// Adds folders, files and links of all kinds to the existing ones.
  private void plant() {
    for (int i = 0; i < 3; i++) {
      ignoringFailures(workspace.resolve("swap" + i + "/a"), Files::createDirectories);
    }
    for (int i = 0; i < 12; i++) {
      ignoringFailures(workspace.resolve(pick(NAMES)), Files::createDirectory);
      ignoringFailures(
          workspace.resolve(pick(NAMES)).resolve(pick(NAMES)),
          file -> Files.writeString(file, "inside\n"));
    }
    var targets =
        List.of(
            "../out",
            outside.toString(),
            "../out/a.txt",
            "../out/not-yet",
            "..",
            ".",
            "swap0",
            "link1",
            "link2/a",
            "a/../../out/a",
            workspace + "/../out/b",
            "swap1/../../out");
    for (int i = 0; i < 8; i++) {
      var target = Path.of(pick(targets));
      ignoringFailures(
          workspace.resolve("link" + i), link -> Files.createSymbolicLink(link, target));
      ignoringFailures(
          workspace.resolve(pick(NAMES)).resolve("link" + i),
          link -> Files.createSymbolicLink(link, target));
    }
  }

  /// @return how often a folder was a link to the outside
  private int swapUntil(AtomicBoolean over) throws IOException {
    var dice = new SplittableRandom(7);
    var aside = workspace.resolve("aside");
    var link = workspace.resolve("aside-link");
    int swaps = 0;
    for (int i = 0; !over.get(); i++) {
      var victim = workspace.resolve(dice.nextInt(4) > 0 ? "swap" + dice.nextInt(3) : "swap0/a");
      Files.deleteIfExists(link);
      Files.createSymbolicLink(link, outside.resolve(dice.nextBoolean() ? "" : "a"));
      ignoringFailures(victim, path -> Files.move(path, aside));
      ignoringFailures(victim, path -> Files.move(link, path));
      if (Files.isSymbolicLink(victim)) {
        swaps++;
        Files.deleteIfExists(victim);
      }
      ignoringFailures(victim, path -> Files.move(aside, path));
      for (int n = 0; Files.exists(aside); n++) {
        // A tool has created something there meanwhile.
        var junk = workspace.resolve("junk" + i + "-" + n);
        ignoringFailures(victim, path -> Files.move(path, junk));
        ignoringFailures(victim, path -> Files.move(aside, path));
      }
    }
    return swaps;
  }

  private interface Deed {
    Object on(Path path) throws IOException;
  }

  /// The two threads interfere with each other, as intended.
  private static void ignoringFailures(Path path, Deed deed) {
    try {
      deed.on(path);
    } catch (IOException inTheWay) {
      // Something else is there now.
    }
  }

  private <T> T pick(List<T> from) {
    return from.get(random.nextInt(from.size()));
  }

  /// Everything outside the workspace: kind, mode, and content.
  private Map<String, String> outsideOf(Path inside) throws IOException {
    var all = new TreeMap<String, String>();
    try (var files = Files.walk(base)) {
      for (var file : files.filter(each -> !each.startsWith(inside)).toList()) {
        var mode = Files.getPosixFilePermissions(file, LinkOption.NOFOLLOW_LINKS);
        all.put(
            file.toString(),
            PosixFilePermissions.toString(mode)
                + (Files.isRegularFile(file) ? Files.readString(file) : "folder"));
      }
    }
    return all;
  }
}
