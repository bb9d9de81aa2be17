package dev.drover.architecture.source;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;

/// The files of this repository, without what a build leaves behind.
public final class Repository {
  private static final Path ROOT = findRoot();

  /// Written against frameworks that the everyday build does not know, so their types cannot be
  /// looked up.
  private static final Path FOREIGN = Path.of("bench-peers", "foreign");

  private Repository() {}

  public static Path root() {
    return ROOT;
  }

  /// Every Java file below `src`, parsed once for all rules.
  public static List<Source> sources() {
    return Parsed.SOURCES;
  }

  public static List<Source> mainSources() {
    return sources().stream().filter(source -> !source.isTest()).toList();
  }

  /// The main sources that declare types, with the types of their expressions: worked out once for
  /// all rules. The contenders of the benchmark are left out.
  public static Typed typedMainSources() {
    return Attributed.TYPED;
  }

  /// The files a rule about text looks at: everything people write here.
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

  /// Parsing waits until the first rule asks.
  private static final class Parsed {
    static final List<Source> SOURCES =
        Javac.parse(ROOT, files(path -> path.toString().endsWith(".java")));
  }

  /// Takes seconds, so it waits until the first rule asks.
  private static final class Attributed {
    static final Typed TYPED =
        Javac.attribute(
            mainSources().stream()
                .filter(Source::declaresTypes)
                .filter(source -> !source.path().startsWith(FOREIGN))
                .toList(),
            System.getProperty("java.class.path"));
  }
}
