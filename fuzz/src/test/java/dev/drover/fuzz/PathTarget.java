package dev.drover.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.tools.workspace.ToolRefusal;
import dev.drover.tools.workspace.Workspace;
import dev.drover.tools.workspace.WorkspacePath;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A path resolves to a path inside, or is refused. The operating system is the reference: if it
/// finds a file, it must be the same file.
final class PathTarget implements FuzzTarget {
  private final Path root;
  private final Workspace workspace;

  PathTarget() {
    try {
      var folder = ScratchFolder.folder();
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
    WorkspacePath place;
    try {
      place = workspace.resolve(path);
    } catch (ToolRefusal refused) {
      assertThat(refused.text()).isNotBlank();
      assertThat(found == null || !isInside(found) || path.isBlank()).as(path).isTrue();
      return;
    }
    var target = root.resolve(place.relativePath());
    assertThat(target.normalize()).as(path).isEqualTo(target);
    assertThat(isInside(existing(target))).as(path).isTrue();
    if (found != null) {
      assertThat(target).as(path).isEqualTo(found);
    }
  }

  /// The file that the system finds, with all links followed.
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

  /// The deepest existing folder above it, with all links followed.
  private static Path existing(Path target) throws IOException {
    var there = target;
    while (!Files.exists(there)) {
      assertThat(Files.isSymbolicLink(there)).isFalse();
      there = Objects.requireNonNull(there.getParent());
    }
    return there.toRealPath();
  }
}
