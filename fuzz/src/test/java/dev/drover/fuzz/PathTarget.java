package dev.drover.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.tools.place.Obstacle;
import dev.drover.tools.place.Place;
import dev.drover.tools.place.Workspace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A path leads to a place inside, or is refused. The system itself is the referee: where it finds
/// something, it must be the same thing.
final class PathTarget implements Target {
  private final Path root;
  private final Workspace workspace;

  PathTarget() {
    try {
      var folder = Scratch.folder();
      root = Files.createDirectories(folder.resolve("work"));
      Files.createDirectories(root.resolve("in/deep/deeper"));
      Files.createDirectories(root.resolve(".drover"));
      Files.writeString(root.resolve("in/a.txt"), "a");
      Files.writeString(root.resolve(".drover/drover.db"), "journal");
      Files.writeString(folder.resolve("secret.txt"), "secret");
      link("out", "..");
      link("in/up", "..");
      link("in/absolute", folder.toString());
      link("loop", "loop/x");
      link("missing", "../not-yet.txt");
      link("in/deep/again", "../deep");
      link("store", ".drover");
      workspace = Workspace.at(root);
    } catch (IOException unusable) {
      throw new UncheckedIOException(unusable);
    }
  }

  private void link(String name, String to) throws IOException {
    Files.createSymbolicLink(root.resolve(name), Path.of(to));
  }

  @Override
  public void accept(byte[] input) throws IOException {
    var path = new String(input, StandardCharsets.UTF_8);
    assertThat(workspace.subject(path)).isNotNull();
    var found = found(path);
    Place place;
    try {
      place = workspace.place(path);
    } catch (Obstacle refused) {
      assertThat(refused.text()).isNotBlank();
      assertThat(found == null || !isInside(found) || path.isBlank()).as(path).isTrue();
      return;
    }
    var target = root.resolve(place.inside());
    assertThat(target.normalize()).as(path).isEqualTo(target);
    assertThat(isInside(existing(target))).as(path).isTrue();
    if (found != null) {
      assertThat(target).as(path).isEqualTo(found);
    }
  }

  /// What the system finds there, behind all links.
  private @Nullable Path found(String path) {
    try {
      return root.resolve(path).toRealPath();
    } catch (IOException | InvalidPathException nothing) {
      return null;
    }
  }

  private boolean isInside(Path real) {
    return real.startsWith(root) && !real.startsWith(root.resolve(".drover"));
  }

  /// The deepest folder above it that is there, behind all links.
  private static Path existing(Path target) throws IOException {
    var there = target;
    while (!Files.exists(there)) {
      assertThat(Files.isSymbolicLink(there)).isFalse();
      there = Objects.requireNonNull(there.getParent());
    }
    return there.toRealPath();
  }
}
