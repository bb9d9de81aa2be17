package dev.drover.architecture.source;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;

/// The files of this repository, without build output.
public final class RepositoryFiles {
  private static final Path ROOT = findRoot();

  /// Written against frameworks that are not in the default build, so their types cannot be
  /// resolved.
  private static final Path FOREIGN = Path.of("bench-peers", "foreign");

  private RepositoryFiles() {}

  public static Path root() {
    return ROOT;
  }

  /// Every Java file below `src`, parsed once for all rules.
  public static List<ParsedSource> sources() {
    return Parsed.SOURCES;
  }

  public static List<ParsedSource> mainSources() {
    return sources().stream().filter(source -> !source.isTest()).toList();
  }

  /// The main sources that declare types, with the types of their expressions: computed once for
  /// all rules. The contenders of the benchmark are left out.
  public static TypedSources typedMainSources() {
    return Attributed.TYPED;
  }

  /// The files that rules about text check: all files written by people.
  public static List<Path> textFiles() {
    return files(
        path -> {
          var name = path.getFileName().toString();
          return name.matches(".*\\.(java|xml|md|ya?ml|sql|properties|json)")
              || !name.contains(".")
              || path.startsWith(ROOT.resolve(".ci"));
        });
  }

  public static String read(Path path) {
    try {
      return Files.readString(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Path> files(Predicate<Path> wanted) {
    try (var walk = Files.walk(ROOT)) {
      return walk.filter(path -> !isLeftBehind(ROOT.relativize(path)))
          .filter(Files::isRegularFile)
          .filter(wanted)
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isLeftBehind(Path relative) {
    for (var part : relative) {
      var name = part.toString();
      if (name.equals("target") || (name.startsWith(".") && !name.equals(".ci"))) {
        return true;
      }
    }
    return false;
  }

  private static Path findRoot() {
    for (var at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
      if (Files.exists(at.resolve("kernel/pom.xml"))) {
        return at;
      }
    }
    throw new IllegalStateException(
        "no folder above " + Path.of("").toAbsolutePath() + " holds kernel/pom.xml");
  }

  /// Parsing is deferred until the first rule needs it.
  private static final class Parsed {
    static final List<ParsedSource> SOURCES =
        JavacReader.parse(ROOT, files(path -> path.toString().endsWith(".java")));
  }

  /// Takes seconds, so it is deferred until the first rule needs it.
  private static final class Attributed {
    static final TypedSources TYPED =
        JavacReader.attribute(
            mainSources().stream()
                .filter(ParsedSource::declaresTypes)
                .filter(source -> !source.path().startsWith(FOREIGN))
                .toList(),
            System.getProperty("java.class.path"));
  }
}
