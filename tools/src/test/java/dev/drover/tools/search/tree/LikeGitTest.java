package dev.drover.tools.search.tree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.tools.workspace.Workspace;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Small trees with unusual ignore files, listed by us and by git.
@Tag("D10")
@Timeout(60)
final class LikeGitTest {
  private static final List<String> NAMES =
      List.of(
          "a", "b", "ab", "abc", "a.b", "b.c", ".h", "a b", "c ", "#a", "!a", "[a]", "x", "a-b");
  private static final List<String> PIECES =
      List.of(
          "a",
          "b",
          "c",
          "x",
          ".",
          "*",
          "*",
          "**",
          "/",
          "/",
          "**/",
          "/**",
          "/**/",
          "?",
          "[ab]",
          "[!a]",
          "[^b]",
          "[a-c]",
          "[]a]",
          "[a",
          "[[:alpha:]]",
          "[[:foo:]]",
          "\\",
          "\\*",
          "\\ ",
          " ",
          "!",
          "#",
          "***",
          "a*",
          "*.b",
          "-",
          "\t");

  @TempDir Path base;
  private Path tree;

  @BeforeEach
  void makeRepository() throws Exception {
    tree = Files.createDirectory(base.resolve("tree"));
    git("init", "-q");
  }

  @Test
  void hostileIgnoreFilesAreInterpretedAsByGit() throws Exception {
    compare(new SplittableRandom(20261115), 40);
  }

  @Test
  @Tag("long")
  @Timeout(1_200)
  void manyMoreIgnoreFilesAreInterpretedAsByGit() throws Exception {
    compare(new SplittableRandom(7), 1_000);
  }

  private void compare(SplittableRandom random, int rounds) throws Exception {
    int ignoring = 0;
    for (int i = 0; i < rounds; i++) {
      empty();
      var all = new TreeSet<String>();
      var ignoreFiles = new ArrayList<String>();
      fill(tree, random, 3, all, ignoreFiles);
      var exclusions = random.nextInt(4) == 0 ? rules(random) : "";
      Files.writeString(tree.resolve(".git/info/exclude"), exclusions);
      var expected =
          new TreeSet<>(
              List.of(git("ls-files", "--others", "--exclude-standard", "-z").split("\0")));
      expected.remove("");
      assertThat(ours())
          .as("round %d: %s, exclude %s", i, ignoreFiles, exclusions)
          .isEqualTo(expected);
      ignoring += all.equals(expected) ? 0 : 1;
    }
    // Otherwise the rules are too unusual to test anything.
    assertThat(ignoring).isGreaterThan(rounds / 2);
  }

  private void fill(
      Path folder, SplittableRandom random, int depth, Set<String> all, List<String> ignoreFiles)
      throws IOException {
    for (var name : NAMES) {
      int chance = random.nextInt(6);
      if (chance == 0 && depth > 0) {
        fill(Files.createDirectory(folder.resolve(name)), random, depth - 1, all, ignoreFiles);
      } else if (chance < 3) {
        Files.createFile(folder.resolve(name));
        all.add(tree.relativize(folder.resolve(name)).toString());
      }
    }
    if (random.nextInt(depth == 3 ? 1 : 3) == 0) {
      var file = folder.resolve(".gitignore");
      var rules = rules(random);
      Files.writeString(file, rules);
      ignoreFiles.add(tree.relativize(file) + "=" + rules.replace("\n", "⏎"));
      all.add(tree.relativize(file).toString());
    }
  }

  private static String rules(SplittableRandom random) {
    return IntStream.range(0, random.nextInt(1, 6))
        .mapToObj(_ -> rule(random) + (random.nextInt(5) == 0 ? "\r\n" : "\n"))
        .collect(Collectors.joining());
  }

  private static String rule(SplittableRandom random) {
    if (random.nextInt(3) == 0) {
      return (random.nextBoolean() ? "!" : "") + NAMES.get(random.nextInt(NAMES.size()));
    }
    return IntStream.range(0, random.nextInt(1, 6))
        .mapToObj(_ -> PIECES.get(random.nextInt(PIECES.size())))
        .collect(Collectors.joining());
  }

  private Set<String> ours() throws Exception {
    var found = new ConcurrentSkipListSet<String>();
    new TreeWalk(() -> file -> found.add(file.path())).run(Workspace.at(tree).resolve("."));
    return found;
  }

  private void empty() throws IOException {
    try (var files = Files.walk(tree)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        if (!file.equals(tree) && !tree.relativize(file).startsWith(".git")) {
          Files.delete(file);
        }
      }
    }
  }

  private String git(String... arguments) throws Exception {
    var command = new ArrayList<>(List.of("git", "-c", "core.excludesFile="));
    command.addAll(List.of(arguments));
    var process =
        new ProcessBuilder(command).directory(tree.toFile()).redirectErrorStream(true).start();
    var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(output).isZero();
    return output;
  }
}
