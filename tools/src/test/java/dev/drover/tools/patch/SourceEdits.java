package dev.drover.tools.patch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.zip.ZipFile;

/// Edits of real source files: the JDK's own, or this project's if the JDK comes without sources.
/// The same seed yields the same edits of the same JDK.
///
/// No code of the tools is used here: expected results are built by cutting and joining strings.
final class SourceEdits {
  private static final String MARK = "\uFEFF";
  private static final int CONTEXT = 3;
  private static final int MOST_LINES = 30;

  private final SplittableRandom random;

  private SourceEdits(long seed) {
    random = new SplittableRandom(seed);
  }

  /// A special property of a file.
  enum Shape {
    PLAIN,
    WIDE_ENDS,
    MARKED,
    NO_FINAL_NEWLINE,
    TABS,
    UNICODE,
    LONG_LINES,
    WIDE_MARKED_NO_FINAL_NEWLINE
  }

  /// @param exact lines that occur once, each with ` `, and their replacement
  /// @param loose the same as a model may quote it
  /// @param contextBefore some lines before the position, without line ends
  record Case(
      String name,
      Shape shape,
      String before,
      String after,
      Change exact,
      Change loose,
      List<String> contextBefore,
      List<String> contextAfter) {
    String envelope() {
      var rows = new StringBuilder("*** Begin Patch\n*** Update File: " + name + "\n@@\n");
      contextBefore.forEach(line -> rows.append(' ').append(line).append('\n'));
      exact.old().lines().forEach(line -> rows.append('-').append(line).append('\n'));
      exact.replacement().lines().forEach(line -> rows.append('+').append(line).append('\n'));
      contextAfter.forEach(line -> rows.append(' ').append(line).append('\n'));
      return rows + "*** End Patch\n";
    }
  }

  record Change(String old, String replacement) {}

  static List<Case> cases(int count, long seed) throws IOException {
    var corpus = new SourceEdits(seed);
    var texts = corpus.texts(count);
    var cases = new ArrayList<Case>();
    for (int i = 0; i < texts.size(); i++) {
      var shape = Shape.values()[i % Shape.values().length];
      cases.add(corpus.make("f%04d.java".formatted(i), shape, texts.get(i)));
    }
    return cases;
  }

  private List<String> texts(int count) throws IOException {
    var zip = Path.of(System.getProperty("java.home"), "lib", "src.zip");
    if (!Files.exists(zip)) {
      return ownTexts(count);
    }
    try (var sources = new ZipFile(zip.toFile())) {
      var entries =
          sources.stream()
              .filter(entry -> entry.getName().startsWith("java.base/java/"))
              .filter(entry -> entry.getName().endsWith(".java"))
              .filter(entry -> entry.getSize() > 2_000 && entry.getSize() < 60_000)
              .sorted((a, b) -> a.getName().compareTo(b.getName()))
              .toList();
      var texts = new ArrayList<String>();
      for (int i = 0; i < count; i++) {
        try (var stream = sources.getInputStream(entries.get(random.nextInt(entries.size())))) {
          texts.add(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
        }
      }
      return texts;
    }
  }

  private List<String> ownTexts(int count) throws IOException {
    try (var walk = Files.walk(Path.of("src"))) {
      var files = walk.filter(file -> file.toString().endsWith(".java")).sorted().toList();
      var texts = new ArrayList<String>();
      for (int i = 0; i < count; i++) {
        texts.add(Files.readString(files.get(random.nextInt(files.size()))));
      }
      return texts;
    }
  }

  private Case make(String name, Shape shape, String source) {
    var lines = shaped(source.replace("\r\n", "\n"), shape);
    int from = 0;
    int to = 0;
    do {
      from = random.nextInt(lines.size() - MOST_LINES);
      to = from + 2 + random.nextInt(6);
      while (to - from < MOST_LINES && !isUnique(lines, from, to)) {
        to++;
      }
    } while (!isUnique(lines, from, to));
    var old = lines.subList(from, to);
    var replacement = changed(old);
    var text = String.join("\n", lines) + "\n";
    int start = lines.subList(0, from).stream().mapToInt(line -> line.length() + 1).sum();
    int end = start + old.stream().mapToInt(line -> line.length() + 1).sum();
    var after = text.substring(0, start) + joined(replacement) + text.substring(end);
    return new Case(
        name,
        shape,
        finished(text, shape),
        finished(after, shape),
        new Change(joined(old), joined(replacement)),
        loosened(old, replacement, shape),
        lines.subList(Math.max(0, from - CONTEXT), from),
        lines.subList(to, Math.min(lines.size(), to + CONTEXT)));
  }

  private List<String> shaped(String source, Shape shape) {
    var lines = new ArrayList<>(Arrays.asList(source.stripTrailing().split("\n")));
    lines.replaceAll(String::stripTrailing);
    for (int i = 0; i < lines.size(); i++) {
      var line = lines.get(i);
      lines.set(
          i,
          switch (shape) {
            case TABS -> tabbed(line);
            case UNICODE ->
                random.nextInt(3) == 0 && !line.isBlank()
                    ? line + " // “ünï” – \u00A0‘ok’ 😀"
                    : line;
            case LONG_LINES ->
                random.nextInt(20) == 0 ? line + " // " + "long ".repeat(800) + i : line;
            case PLAIN, WIDE_ENDS, MARKED, NO_FINAL_NEWLINE, WIDE_MARKED_NO_FINAL_NEWLINE -> line;
          });
    }
    return lines;
  }

  private static String tabbed(String line) {
    int blanks = line.length() - line.stripLeading().length();
    return "\t".repeat(blanks / 4) + " ".repeat(blanks % 4) + line.stripLeading();
  }

  private static String finished(String text, Shape shape) {
    var cut = text.substring(0, text.length() - 1);
    return switch (shape) {
      case PLAIN, TABS, UNICODE, LONG_LINES -> text;
      case WIDE_ENDS -> text.replace("\n", "\r\n");
      case MARKED -> MARK + text;
      case NO_FINAL_NEWLINE -> cut;
      case WIDE_MARKED_NO_FINAL_NEWLINE -> MARK + cut.replace("\n", "\r\n");
    };
  }

  /// Whether lines occur once even in a lenient comparison.
  private static boolean isUnique(List<String> lines, int from, int to) {
    var wanted = lines.subList(from, to).stream().map(SourceEdits::roughly).toList();
    if (wanted.getFirst().isEmpty() || wanted.stream().filter(s -> !s.isEmpty()).count() < 2) {
      return false;
    }
    var text = joined(lines.stream().map(SourceEdits::roughly).toList());
    int first = text.indexOf(joined(wanted));
    return text.indexOf(joined(wanted), first + 1) < 0;
  }

  private static String roughly(String line) {
    return line.replaceAll("[“”]", "\"")
        .replaceAll("[‘’]", "'")
        .replace('–', '-')
        .replaceAll("[\\s\u00A0]+", " ")
        .strip();
  }

  /// Changed, deleted and added lines; never empty.
  private List<String> changed(List<String> old) {
    var lines = new ArrayList<String>();
    for (var line : old) {
      var indentation = line.substring(0, line.length() - line.stripLeading().length());
      switch (random.nextInt(5)) {
        case 0 -> lines.add(line.isBlank() ? line : line + " // $1 \\1 changed");
        case 1 -> {
          lines.add(line);
          lines.add(line.isBlank() ? "" : indentation + "added(\"$0\", 'x');");
        }
        case 2 -> lines.add(line.isBlank() ? "" : indentation + "replaced - by this;");
        default -> lines.add(line);
      }
    }
    lines.add(old.getFirst() + "/* one more */");
    return lines;
  }

  private Change loosened(List<String> old, List<String> replacement, Shape shape) {
    int indented =
        old.stream()
            .filter(line -> !line.isBlank())
            .mapToInt(line -> line.length() - line.stripLeading().length())
            .min()
            .orElse(0);
    return switch (random.nextInt(5)) {
      case 0 -> new Change(joined(old).replace("\n", "  \n"), joined(replacement));
      case 1 -> new Change(joined(old).replace("\"", "”").replace("'", "’"), joined(replacement));
      case 2 -> new Change(doubledBlanks(old), joined(replacement));
      case 3 ->
          indented == 0
              ? new Change(indented(old), indented(replacement))
              : new Change(dedented(old, indented), dedented(replacement, indented));
      default ->
          shape == Shape.TABS
              ? new Change(
                  joined(old).replace("\t", "    "), joined(replacement).replace("\t", "    "))
              : new Change(joined(old).replace("-", "–"), joined(replacement));
    };
  }

  private static String doubledBlanks(List<String> lines) {
    return joined(
        lines.stream()
            .map(line -> line.replaceAll("(?<=\\S) (?=\\S)", "  "))
            .collect(Collectors.toList()));
  }

  private static String indented(List<String> lines) {
    return joined(lines.stream().map(line -> line.isBlank() ? line : "  " + line).toList());
  }

  private static String dedented(List<String> lines, int by) {
    return joined(lines.stream().map(line -> line.isBlank() ? line : line.substring(by)).toList());
  }

  private static String joined(List<String> lines) {
    return lines.stream().map(line -> line + "\n").collect(Collectors.joining());
  }
}
