package dev.drover.tools.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.spi.tool.AgentTool;
import dev.drover.spi.tool.CallSubject;
import dev.drover.tools.TestCall;
import dev.drover.tools.WorkspaceTools;
import dev.drover.tools.file.EditTool;
import dev.drover.tools.file.ReadTool;
import dev.drover.tools.file.WriteTool;
import dev.drover.tools.patch.PatchTool;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("D5")
final class PathRuleTest {
  private static final Path TEMPORARY = Path.of(".t");

  @TempDir Path base;
  Path workspace;
  Path outside;

  @BeforeEach
  void makeFoldersAndLinks() throws IOException {
    base = base.toRealPath();
    workspace = Files.createDirectories(base.resolve("ws"));
    outside = Files.createDirectories(base.resolve("outside"));
    Files.createDirectories(base.resolve("ws-evil"));
    Files.createDirectories(workspace.resolve("in"));
    Files.writeString(workspace.resolve("a.txt"), "inside\n");
    Files.writeString(workspace.resolve("in/a.txt"), "deep\n");
    Files.writeString(outside.resolve("secret.txt"), "secret\n");
    Files.writeString(base.resolve("a.txt"), "above\n");
    link("out", "../outside");
    link("out-absolute", outside.toString());
    link("file-out", "../outside/secret.txt");
    link("chain", "out");
    link("dangling", "../outside/new.txt");
    link("in/up", "..");
    link("inner", "in/a.txt");
    link("circle", "circle2");
    link("circle2", "circle");
  }

  private void link(String name, String target) throws IOException {
    Files.createSymbolicLink(workspace.resolve(name), Path.of(target));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "..",
        "../outside/secret.txt",
        "./../outside/secret.txt",
        "in/../../outside/secret.txt",
        "../ws-evil/x",
        "../../../../../../../../etc/passwd",
        "/etc/passwd",
        "BASE/outside/secret.txt",
        "BASE/ws/../outside/secret.txt",
        "out",
        "out/secret.txt",
        "out/not-yet.txt",
        "out/not/yet/there.txt",
        "out/../a.txt",
        "out-absolute/secret.txt",
        "file-out",
        "chain/secret.txt",
        "dangling",
        "in/up/out/secret.txt",
        "missing/../../outside/secret.txt",
      })
  void aPathThatLeadsOutsideIsRefusedAndNothingOutsideIsTouched(String path) throws Exception {
    var given = path.replace("BASE", base.toString());
    var before = contents(outside);
    for (var tool : toolsWithPaths()) {
      assertThat(call(tool, given).failureOf(tool))
          .isEqualTo(
              "'%s' is outside the workspace, where nothing may be read or written. "
                      .formatted(given)
                  + "Give a path relative to the workspace, such as src/a.txt.");
    }
    assertThat(contents(outside)).isEqualTo(before);
    assertThat(base.resolve("ws-evil")).isEmptyDirectory();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a.txt",
        "./a.txt",
        "in/../a.txt",
        "in/up/a.txt",
        "in/up/in/up/a.txt",
        "../ws/a.txt",
        "BASE/ws/a.txt",
      })
  void aPathThatLeadsInsideIsFollowed(String path) throws Exception {
    var place = Workspace.at(workspace).resolve(path.replace("BASE", base.toString()));
    assertThat(place.displayPath()).isEqualTo("a.txt");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "  "})
  void anEmptyPathIsRefused(String path) throws Exception {
    var tool = new ReadTool();
    assertThat(call(tool, path).failureOf(tool))
        .isEqualTo("The path is empty. Give one relative to the workspace, such as src/a.txt.");
  }

  @Test
  void aPathWithAZeroCharacterIsRefused() throws Exception {
    var tool = new ReadTool();
    assertThat(call(tool, "a\0b").failureOf(tool)).startsWith("'a\0b' is not a path: ");
  }

  @Test
  void linksInACircleAreRefused() throws Exception {
    var tool = new ReadTool();
    assertThat(call(tool, "circle").failureOf(tool))
        .isEqualTo(
            "'circle' goes through more than 40 links, possibly in a circle. "
                + "Give the path of the file itself.");
  }

  @Test
  void aFolderReplacedByALinkIsDetectedAtUse() throws Exception {
    var place = Workspace.at(workspace).resolve("in/a.txt");
    var unborn = Workspace.at(workspace).resolve("in/new/b.txt");
    Files.move(workspace.resolve("in"), workspace.resolve("was-in"));
    link("in", "../outside");
    Files.writeString(outside.resolve("a.txt"), "other\n");
    var before = contents(outside);

    assertThatThrownBy(place::read).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> replace(place, "x")).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> makeParents(unborn)).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> place.parent().list(10)).isInstanceOf(IOException.class);
    assertThat(contents(outside)).isEqualTo(before);
  }

  @Test
  void aFolderRepeatedlyReplacedByALinkNeverLeadsOutside() throws Exception {
    var before = contents(outside);
    var place = Workspace.at(workspace).resolve("in/x.txt");
    var done = new AtomicBoolean();
    var swapping = new FutureTask<>(() -> swap(done));
    Thread.ofPlatform().start(swapping);
    for (int i = 0; i < 300; i++) {
      writeOrBeRefused(place);
    }
    done.set(true);
    assertThat(swapping.get(30, TimeUnit.SECONDS)).isPositive();
    assertThat(contents(outside)).isEqualTo(before);
  }

  private static void writeOrBeRefused(WorkspacePath place) {
    try {
      replace(place, "x");
    } catch (IOException refused) {
      // Whether it is refused depends on the timing.
    }
  }

  private int swap(AtomicBoolean done) throws IOException {
    int swaps = 0;
    while (!done.get()) {
      Files.move(workspace.resolve("in"), workspace.resolve("was-in"));
      link("in", "../outside");
      Files.delete(workspace.resolve("in"));
      Files.move(workspace.resolve("was-in"), workspace.resolve("in"));
      swaps++;
    }
    return swaps;
  }

  @Test
  void foldersAreCreatedInTheOpenFolderWithoutLeftovers() throws Exception {
    Files.createDirectory(workspace.resolve(".d"));
    var place = Workspace.at(workspace).resolve("in/new/deep/b.txt");
    assertThat(place.missingFolders())
        .extracting(WorkspacePath::path)
        .containsExactly("in/new", "in/new/deep");

    makeParents(place);

    assertThat(workspace.resolve("in/new/deep")).isEmptyDirectory();
    assertThat(workspace.resolve(".d")).doesNotExist();
    assertThat(place.parent().deleteIfEmpty()).isTrue();
    assertThat(place.parent().parent().parent().deleteIfEmpty()).isFalse();
    assertThat(workspace.resolve("in/a.txt")).hasContent("deep\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {".drover/store.db", ".drover", "in/.Drover/x", "store/x"})
  void theRuntimesOwnStoreIsNeitherReadNorWritten(String path) throws Exception {
    Files.createDirectory(workspace.resolve(".drover"));
    link("store", ".drover");
    for (var tool : toolsWithPaths()) {
      assertThat(call(tool, path).failureOf(tool))
          .endsWith("it is not to be read or changed. Use another path.");
    }
    assertThat(workspace.resolve(".drover")).isEmptyDirectory();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ".git/hooks/pre-commit",
        ".git/config",
        ".GIT/Config",
        ".git/modules/m/hooks/x",
        "in/.git/hooks/new/x",
        "g/hooks/pre-commit",
        "in/.git",
      })
  void filesThatControlGitAreReadableButNotWritable(String path) throws Exception {
    Files.createDirectories(workspace.resolve(".git/hooks"));
    Files.writeString(workspace.resolve(".git/config"), "secret");
    link("g", ".git");
    for (var tool : List.of(new WriteTool(), new EditTool(), new PatchTool())) {
      assertThat(call(tool, path).failureOf(tool))
          .endsWith(
              "tells git what to run, so it is not changed by tools. Nothing was written. "
                  + "Ask the user to change it.");
    }
    assertThat(workspace.resolve(".git/hooks")).isEmptyDirectory();
    assertThat(call(new ReadTool(), ".git/config").answerOf(new ReadTool())).contains("secret");
  }

  @ParameterizedTest
  @Tag("J4")
  @ValueSource(
      strings = {
        "drover.yaml",
        "Drover.YAML",
        "in/../drover.yaml",
        "in/drover.yaml",
        ".claude/agents/a.md",
        ".agents/new/a.md",
        ".mcp.json",
        "harmless",
        "c/agents/a.md",
      })
  void configurationThatControlsAgentsAlwaysRequiresApproval(String path) throws Exception {
    Files.createDirectories(workspace.resolve(".claude"));
    link("harmless", "drover.yaml");
    link("c", ".claude");
    for (var tool : List.of(new WriteTool(), new EditTool(), new PatchTool())) {
      assertThat(tool.escalation(call(tool, path)))
          .hasValueSatisfying(why -> assertThat(why).contains("decides what agents may do"));
      assertThat(tool.escalation(call(tool, "a.txt"))).isEmpty();
    }
  }

  @Test
  void rulesSeeTheResolvedPath() throws Exception {
    var here = Workspace.at(workspace);
    assertThat(here.subject("in/up/in/../a.txt")).isEqualTo(new CallSubject.File("a.txt"));
    assertThat(here.subject(".")).isEqualTo(new CallSubject.File("."));
    assertThat(here.subject("chain/x")).isEqualTo(new CallSubject.File(outside + "/x"));
    assertThat(here.subject("circle")).isEqualTo(new CallSubject.File("circle"));
  }

  @Test
  void aFileReplacedByALinkIsNotFollowed() throws Exception {
    var place = Workspace.at(workspace).resolve("a.txt");
    Files.delete(workspace.resolve("a.txt"));
    link("a.txt", "../outside/secret.txt");

    assertThat(place.kind()).isEqualTo(WorkspacePath.Kind.LINK);
    assertThatThrownBy(place::read).isInstanceOf(IOException.class);
    replace(place, "new\n");

    assertThat(workspace.resolve("a.txt")).hasContent("new\n").isRegularFile();
    assertThat(outside.resolve("secret.txt")).hasContent("secret\n");
  }

  @Test
  void aTemporaryFileThatIsAHardLinkIsNotWrittenThrough() throws Exception {
    Files.createLink(workspace.resolve(".t"), outside.resolve("secret.txt"));

    replace(Workspace.at(workspace).resolve("a.txt"), "new\n");

    assertThat(outside.resolve("secret.txt")).hasContent("secret\n");
    assertThat(workspace.resolve("a.txt")).hasContent("new\n");
    assertThat(workspace.resolve(".t")).doesNotExist();
  }

  @Test
  void withoutDirectoryHandlesALinkIsRefusedToo() throws Exception {
    var root = new PathDirectoryHandle(workspace);
    assertThatThrownBy(() -> DirectoryHandle.walk(root, Path.of("out")))
        .isInstanceOf(IOException.class);
    try (var folder = DirectoryHandle.walk(root, Path.of("in"))) {
      assertThat(folder.attributes(Path.of("a.txt")).isRegularFile()).isTrue();
      assertThat(folder.names()).toIterable().hasSize(2);
    }
  }

  @Test
  void aWriteThroughALinkInsideKeepsTheLink() throws Exception {
    var tool = new WriteTool();
    call(tool, "inner").answerOf(tool);
    assertThat(workspace.resolve("inner")).isSymbolicLink();
    assertThat(workspace.resolve("in/a.txt")).hasContent("x");
  }

  private TestCall call(AgentTool tool, String path) {
    return TestCall.in(
        workspace,
        switch (tool.spec().name()) {
          case "write" -> Map.of("path", path, "content", "x");
          case "edit" -> Map.of("path", path, "old", "secret", "new", "known");
          case "patch" ->
              Map.of(
                  "patch", "--- %s\n+++ %s\n@@ -1 +1 @@\n-secret\n+known\n".formatted(path, path));
          case "glob", "grep" -> Map.of("path", path, "pattern", "secret");
          default -> Map.of("path", path);
        });
  }

  private static void replace(WorkspacePath place, String content) throws IOException {
    place.prepare(content.getBytes(StandardCharsets.UTF_8), "", TEMPORARY);
    place.install(TEMPORARY);
  }

  private static void makeParents(WorkspacePath place) throws IOException {
    for (var missing : place.missingFolders()) {
      missing.makeFolder(Path.of(".d"));
    }
  }

  private static Map<String, String> contents(Path folder) throws IOException {
    var contents = new TreeMap<String, String>();
    try (var files = Files.list(folder)) {
      for (var file : files.toList()) {
        contents.put(file.getFileName().toString(), Files.readString(file));
      }
    }
    return contents;
  }

  private static List<AgentTool> toolsWithPaths() {
    return WorkspaceTools.workspace().stream()
        .filter(tool -> !Set.of("artifact", "todo").contains(tool.spec().name()))
        .toList();
  }
}
