package dev.drover.tools.search;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.drover.spi.tool.AgentTool;
import dev.drover.tools.TestCall;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The same queries to our search and to ripgrep, on a tree with difficult cases and on the sources
/// of this module: the same files, and the same number of lines in each.
///
/// Known differences are left out: `.` on invalid UTF-8, and `?` in a glob, which matches a byte in
/// ripgrep and a character in our search.
@Tag("D10")
@Timeout(60)
final class LikeRipgrepTest {
  private static final Path PROGRAM = Path.of("/usr/bin/rg");

  /// Makes ripgrep search all files that our search does, without the machine's own configuration.
  private static final List<String> RIPGREP =
      List.of(
          PROGRAM.toString(),
          "--no-config",
          "--hidden",
          "--null",
          "--no-require-git",
          "--no-ignore-global",
          "--no-ignore-parent",
          "--no-ignore-dot",
          "--glob=!.git");

  private static final Pattern ENDING =
      Pattern.compile("\\[rows \\d+-(\\d+) of (\\d+) \\([a-z ]+\\);.*]");

  private static final Path SOURCES = Path.of("src").toAbsolutePath();

  @TempDir static Path tree;

  @BeforeAll
  static void plant() throws IOException {
    assumeTrue(Files.isExecutable(PROGRAM), "needs ripgrep as " + PROGRAM);
    plantTexts();
    plantNames();
    plantIgnored();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // Texts.
        "needle",
        "e",
        "é",
        "naïve café",
        "日本",
        "😀",
        "a\\.b\\*c",
        "\\t",
        "first line",
        // With a required text.
        "need(le|ful)",
        "need.{0,3}",
        "ne+dle\\d+",
        "[a-z]+needle",
        "(?:hay)*needle",
        "^needle",
        "needle$",
        "^needle$",
        "^first",
        // Without a required text.
        "[0-9]{3,}",
        "^$",
        "^.{80,}$",
        "[A-Z][a-z]+[A-Z]\\w*",
        "(a|b|c)d?e",
        "\\s+$",
        "x*",
        "^\\S+\\s+\\S+$",
        // Word boundaries, and classes that include non-ASCII characters.
        "\\bneedle\\b",
        "\\bnee",
        "dle\\b",
        "\\Bneedle",
        "\\bété\\b",
        "\\w+é\\w*",
        "\\d\\d",
        "\\p{Lu}\\p{Ll}+",
        // Inline case flags.
        "(?i)NEEDLE",
        "(?i)ÉTÉ",
        "(?i)k",
      })
  void theSameNumberOfLinesMatchesInEachFile(String regex) throws Exception {
    assertThat(ours(tree, Map.of("pattern", regex)))
        .isEqualTo(theirs(tree, List.of("--count", "--regexp", regex)));
    assertThat(ours(tree, Map.of("pattern", regex, "ignoreCase", true)))
        .isEqualTo(theirs(tree, List.of("--count", "--ignore-case", "--regexp", regex)));
    assertThat(ours(tree, Map.of("pattern", regex, "literal", true)))
        .isEqualTo(theirs(tree, List.of("--count", "--fixed-strings", "--regexp", regex)));
    assertThat(ours(SOURCES, Map.of("pattern", regex)))
        .isEqualTo(theirs(SOURCES, List.of("--count", "--regexp", regex)));
  }

  @Test
  void theTreeCoversTheDifficultCases() throws Exception {
    assertThat(ours(tree, Map.of("pattern", "needle")))
        .containsEntry("utf16le.txt", 2L)
        .containsEntry("long.txt", 3L)
        .containsEntry(".hidden/.deep.txt", 1L)
        .containsEntry("sub/loud.log", 1L)
        .doesNotContainKeys("quiet.log", "binary.bin", "link.txt", "build/out.txt")
        .hasSizeGreaterThan(20);
    assertThat(ours(SOURCES, Map.of("pattern", "class"))).hasSizeGreaterThan(100);
  }

  @Test
  void theSameFilesAreIgnored() throws Exception {
    assertThat(files(tree, "*")).isEqualTo(theirFiles(tree, List.of())).hasSizeGreaterThan(25);
    for (var start : List.of("sub", "sub/deeper", "a", "repo", ".hidden")) {
      var ours = rows(new GlobTool(), tree, Map.of("pattern", "*", "path", start));
      var theirs = new ArrayList<>(theirFiles(tree, List.of()));
      theirs.removeIf(file -> !file.startsWith(start + "/"));
      assertThat(ours).as(start).containsExactlyInAnyOrderElementsOf(theirs);
    }
  }

  /// A name glob, passed to ripgrep as a file type so that it does not override ignore rules.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "*.txt",
        "*.{txt,md}",
        "?x",
        "[a-m]*",
        "[!a-m]*.txt",
        "*é*",
        "* *",
        ".*",
        "*.t?t",
        "a*b*"
      })
  void aNameGlobFindsTheSameFiles(String glob) throws Exception {
    var kind = List.of("--type-add", "mine:" + glob, "--type", "mine");
    assertThat(files(tree, glob)).isEqualTo(theirFiles(tree, kind)).isNotEmpty();
    var counting = new ArrayList<>(kind);
    counting.addAll(List.of("--count", "--regexp", "needle"));
    assertThat(ours(tree, Map.of("pattern", "needle", "glob", glob)))
        .isEqualTo(theirs(tree, counting));
  }

  /// Path globs, where nothing is ignored: ripgrep's start at the root with a slash.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "main/**/*.java",
        "**/search/*.java",
        "**/search/**",
        "main/java/dev/drover/tools/*/*.java",
        "main/**",
        "**/{patch,place}/P*.java",
        "main/**/[A-C]*.java",
        "**/pa*/*",
      })
  void aPathGlobFindsTheSameFiles(String glob) throws Exception {
    assertThat(files(SOURCES, glob))
        .isEqualTo(theirFiles(SOURCES, List.of("--glob", "/" + glob)))
        .isNotEmpty();
  }

  private static void plantTexts() throws IOException {
    write("plain.txt", "needle\nneedles and needful things\nhaystack\n\n  needle  \nNeedle 1234\n");
    write("crlf.txt", "needle\r\n\r\nneedle \r\nlast needle");
    write(
        "words.txt", "l'été\nétés\nl'ÉTÉ\nun été.\nnaïve café\na.b*c\nneedle_needle\nhayneedle\n");
    write("wide.txt", "日本の needle\n😀 needle\n٣٤ needle\nſtrange K\nstraße needle12\n");
    write("breaks.txt", "needle\u2028needle\rneedle\u0085x\fneedle\u000bx\n\tneedle\n");
    write("bom.txt", "\uFEFFfirst line\nneedle\n");
    write("utf16le.txt", "\uFEFFfirst line\nneedle é\nneedle", StandardCharsets.UTF_16LE);
    write("utf16be.txt", "\uFEFFfirst line\r\nneedle 日本\r\n", StandardCharsets.UTF_16BE);
    write("latin1.txt", "needle\ncaf\u00e9 au lait\nneedle 123\n", StandardCharsets.ISO_8859_1);
    write("binary.bin", "\0\0needle\nneedle\n");
    write("empty.txt", "");
    write("breaksonly.txt", "\n\n\n");
    var far = "hay ".repeat(90_000);
    write("long.txt", "needle " + far + "\n" + far + "needle\n" + far + "\nneedle\n");
    write("many.txt", "some hay, 12 of it\nand a needle5\n".repeat(10_000));
  }

  private static void plantNames() throws IOException {
    for (var name :
        List.of(
            "a b.txt",
            " blank",
            "-n.txt",
            "[x].txt",
            "{a}.md",
            "é.txt",
            "日本.md",
            "!x",
            "#x",
            "a*b.txt",
            ".hidden/.deep.txt",
            ".env",
            "b/b/b/b.txt",
            ".git/config",
            "repo/.git/config",
            "repo/quiet.log",
            "repo/x.txt")) {
      write(name, "a needle in " + name + "\n");
    }
    Files.createSymbolicLink(tree.resolve("link.txt"), Path.of("plain.txt"));
    Files.createSymbolicLink(tree.resolve("b/loop"), Path.of(".."));
  }

  private static void plantIgnored() throws IOException {
    write(
        ".gitignore",
        """
        # a comment
        *.log
        !keep.log
        /build/
        target
        **/gen/**
        doc/*.tmp
        !/doc/keep.tmp
        a/**/z.txt
        *.b[ao]k
        \\!x
        deep/**/
        folder-only/
        """);
    write("sub/.gitignore", "!*.log\n/only-here.txt\nnested/\n!nested/back.txt\n");
    write("sub/deeper/.gitignore", "*\n!.gitignore\n!ok.txt\n");
    for (var name :
        List.of(
            "quiet.log",
            "keep.log",
            "build/out.txt",
            "x/build/out.txt",
            "x/target/y.txt",
            "gen/y.txt",
            "x/gen/y/z.txt",
            "doc/a.tmp",
            "doc/keep.tmp",
            "x/doc/a.tmp",
            "a/z.txt",
            "a/b/c/z.txt",
            "x/a/b/z.txt",
            "x.bak",
            "x.bek",
            "deep/x.txt",
            "deep/y/x.txt",
            "folder-only/x.txt",
            "x/folder-only",
            "sub/loud.log",
            "sub/only-here.txt",
            "sub/x/only-here.txt",
            "sub/nested/back.txt",
            "sub/deeper/no.txt",
            "sub/deeper/ok.txt")) {
      write(name, "a needle in " + name + "\n");
    }
  }

  private static void write(String name, String text) throws IOException {
    write(name, text, UTF_8);
  }

  private static void write(String name, String text, Charset charset) throws IOException {
    var file = tree.resolve(name);
    Files.createDirectories(file.getParent());
    Files.write(file, text.getBytes(charset));
  }

  private static Map<String, Long> ours(Path root, Map<String, Object> query) throws Exception {
    var counts = new TreeMap<String, Long>();
    var counting = new HashMap<>(query);
    counting.put("mode", "count");
    for (var row : rows(new GrepTool(), root, counting)) {
      int colon = row.lastIndexOf(": ");
      counts.put(row.substring(0, colon), Long.parseLong(row.substring(colon + 2)));
    }
    return counts;
  }

  private static List<String> files(Path root, String glob) throws Exception {
    return rows(new GlobTool(), root, Map.of("pattern", glob)).stream().sorted().toList();
  }

  /// All rows of an answer, page by page.
  private static List<String> rows(AgentTool tool, Path root, Map<String, Object> arguments)
      throws Exception {
    var rows = new ArrayList<String>();
    var paged = new HashMap<>(arguments);
    paged.put("limit", SearchPage.MAX_ROWS);
    while (true) {
      paged.put("offset", rows.size() + 1);
      var lines = TestCall.in(root, paged).answerOf(tool).split("\n", -1);
      if (lines.length == 1) {
        assertThat(lines[0]).startsWith("[no ");
        return rows;
      }
      rows.addAll(List.of(lines).subList(0, lines.length - 1));
      var ending = ENDING.matcher(lines[lines.length - 1]);
      assertThat(ending.matches()).as(lines[lines.length - 1]).isTrue();
      assertThat(rows).hasSize(Integer.parseInt(ending.group(1)));
      if (ending.group(1).equals(ending.group(2))) {
        return rows;
      }
    }
  }

  private static Map<String, Long> theirs(Path root, List<String> arguments) throws Exception {
    var counts = new TreeMap<String, Long>();
    for (var row : ripgrep(root, arguments).split("\n", -1)) {
      if (!row.isEmpty()) {
        int end = row.indexOf('\0');
        counts.put(row.substring(0, end), Long.parseLong(row.substring(end + 1)));
      }
    }
    return counts;
  }

  private static List<String> theirFiles(Path root, List<String> arguments) throws Exception {
    var listing = new ArrayList<>(arguments);
    listing.add("--files");
    return List.of(ripgrep(root, listing).split("\0", -1)).stream()
        .filter(file -> !file.isEmpty())
        .sorted()
        .toList();
  }

  private static String ripgrep(Path root, List<String> arguments) throws Exception {
    var command = new ArrayList<>(RIPGREP);
    command.addAll(arguments);
    var process =
        new ProcessBuilder(command)
            .directory(root.toFile())
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    var output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
    // 1 means that nothing was found.
    assertThat(process.exitValue()).isBetween(0, 1);
    return output;
  }
}
