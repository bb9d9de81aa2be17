package dev.drover.bench.peers.parent;

import dev.drover.bench.peers.parent.Peer.Program;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// What a contender needs at run time, as Maven resolved it for its module.
///
/// @param own the classes of the contender itself
/// @param jars what it depends on, the harness and other contenders' classes left out: these are
///   ours, and nobody who uses the framework carries them
record ClassPath(List<Path> own, List<Path> jars) {
  private static final Pattern OURS = Pattern.compile("drover-bench-peers-.*\\.jar");
  private static final Pattern SEPARATOR = Pattern.compile(Pattern.quote(File.pathSeparator));

  ClassPath {
    own = List.copyOf(own);
    jars = List.copyOf(jars);
  }

  /// @throws IllegalStateException if the module could not be built
  static ClassPath of(Path peers, Program program) throws IOException {
    var target = peers.resolve(program.module()).resolve("target");
    var file = target.resolve("classpath.txt");
    if (Files.notExists(file)) {
      throw new IllegalStateException("is not built: there is no " + file);
    }
    var resolved = Files.readString(file).strip();
    var own = new ArrayList<Path>();
    var jars = new ArrayList<Path>();
    own.add(target.resolve("classes"));
    SEPARATOR
        .splitAsStream(resolved)
        .filter(entry -> !entry.isEmpty())
        .map(Path::of)
        .forEach(jar -> (isOurs(jar) ? own : jars).add(jar));
    return new ClassPath(own, jars);
  }

  private static boolean isOurs(Path jar) {
    return OURS.matcher(jar.getFileName().toString()).matches();
  }

  double megabytes() throws IOException {
    long bytes = 0;
    for (var jar : jars) {
      bytes += Files.size(jar);
    }
    return bytes / 1e6;
  }

  /// The version of an artifact, from the name of its jar.
  Optional<String> version(String artifact) {
    var name = Pattern.compile(Pattern.quote(artifact) + "-(\\d.*)\\.jar");
    return jars.stream()
        .map(jar -> name.matcher(jar.getFileName().toString()))
        .filter(matcher -> !artifact.isEmpty() && matcher.matches())
        .map(matcher -> matcher.group(1))
        .findFirst();
  }

  @Override
  public String toString() {
    var all = new ArrayList<>(own);
    all.addAll(jars);
    return all.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
  }
}
