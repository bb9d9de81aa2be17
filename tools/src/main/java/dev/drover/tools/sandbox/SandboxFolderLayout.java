package dev.drover.tools.sandbox;

import dev.drover.tools.sandbox.Sandbox.CommandPaths;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Folders that a command sees as empty, and the parts of them that stay visible.
///
/// Home directories are empty, because no list of credential paths is ever complete; so are the
/// folders in which services keep data and sockets. Toolchains, the program folders on the PATH and
/// the paths named by the host are visible.
final class SandboxFolderLayout {
  private static final List<Path> HOMES = paths("/root", "/home", "/Users");
  private static final List<Path> SERVICES = paths("/var/lib", "/var/spool", "/var/mail");

  /// Parts of [#SERVICES] that ordinary programs read.
  private static final List<Path> SYSTEM_DATA =
      paths(
          "/var/lib/alternatives",
          "/var/lib/apt",
          "/var/lib/aspell",
          "/var/lib/ca-certificates",
          "/var/lib/dictionaries-common",
          "/var/lib/dpkg",
          "/var/lib/flatpak/exports",
          "/var/lib/gems",
          "/var/lib/ghostscript",
          "/var/lib/locales",
          "/var/lib/pacman",
          "/var/lib/python",
          "/var/lib/rpm",
          "/var/lib/sgml-base",
          "/var/lib/snapd/snap",
          "/var/lib/texmf",
          "/var/lib/xml-core",
          "/home/linuxbrew/.linuxbrew");

  /// No program runs without these, so a home directory in or around them stays visible.
  private static final List<Path> SYSTEM =
      paths("/usr", "/bin", "/sbin", "/lib", "/lib64", "/etc", "/dev", "/proc", "/sys", "/nix");

  private static final List<Path> SHARED =
      paths("/opt", "/srv", "/mnt", "/media", "/var/lib", "/tmp", "/run");

  /// One of these next to `bin` marks an installation folder: JDK, Go, Maven, Conda, Python.
  private static final List<String> INSTALLATION_MARKS =
      List.of("release", "VERSION", "boot", "conda-meta", "pyvenv.cfg");

  private static final List<String> LIBRARIES = List.of("lib", "lib64", "libexec");

  /// Shared by all programs of a user, including their credentials.
  private static final Path SHARED_BY_PROGRAMS = Path.of(".local");

  private final List<Path> replaced;
  private final List<Path> open;
  private final List<Path> hidden;
  private final List<Path> covered = new ArrayList<>();
  private final List<Shown> shown = new ArrayList<>();
  private final List<Mount> mounts = new ArrayList<>();

  /// @param source a real path of the host
  /// @param target where the command sees it
  private record Shown(Path source, Path target) {}

  /// @param rank order of mounts at the same path
  private record Mount(Path target, int rank, List<String> arguments) {}

  /// @param replaced folders that the sandbox replaces by others
  /// @param open real paths that may be written
  /// @param hidden real paths that must not be visible
  private SandboxFolderLayout(List<Path> replaced, List<Path> open, List<Path> hidden) {
    this.replaced = replaced;
    this.open = open;
    this.hidden = hidden;
  }

  static SandboxFolderLayout of(
      CommandPaths commandPaths,
      PathAccess access,
      List<Path> replaced,
      List<Path> open,
      List<Path> hidden)
      throws IOException {
    var layout = new SandboxFolderLayout(replaced, open, hidden);
    var home =
        Files.isDirectory(commandPaths.home())
            ? commandPaths.home().toRealPath()
            : commandPaths.home();
    layout.cover(home);
    for (var path : access.readable()) {
      layout.showNamed(path);
    }
    layout.coverAroundNamed();
    for (var name : HomePaths.TOOLCHAINS) {
      layout.show(home.resolve(name));
    }
    for (var path : SYSTEM_DATA) {
      layout.show(path);
    }
    for (var folder : commandPaths.programs()) {
      layout.showToolchainAround(folder);
      layout.showProgram(commandPaths, home, folder);
    }
    layout.linkHome(commandPaths.home(), home);
    layout.mount();
    return layout;
  }

  /// Ordered so that no mount covers another one by mistake.
  List<String> arguments() {
    var all = new ArrayList<String>();
    mounts.stream()
        .sorted(Comparator.comparing(Mount::target).thenComparingInt(Mount::rank))
        .forEach(mount -> all.addAll(mount.arguments()));
    covered.forEach(path -> all.addAll(List.of("--remount-ro", path.toString())));
    return all;
  }

  /// A workspace inside a hidden folder is still visible, but nothing else of that folder.
  boolean isAroundNamed(Path path) {
    return open.stream().anyMatch(each -> each.startsWith(path))
        || shown.stream().anyMatch(each -> each.target().startsWith(path));
  }

  boolean isSeen(Path path) {
    return open.stream().anyMatch(path::startsWith)
        || shown.stream().anyMatch(each -> path.startsWith(each.target()))
        || !isReplaced(path);
  }

  private boolean isReplaced(Path path) {
    return replaced.stream().anyMatch(path::startsWith)
        || covered.stream().anyMatch(path::startsWith);
  }

  private boolean isOpen(Path path) {
    return open.stream().anyMatch(path::startsWith);
  }

  private void cover(Path home) throws IOException {
    var all = new ArrayList<Path>();
    for (var folder : HOMES) {
      addFolder(folder, all);
    }
    addFolder(home, all);
    all.removeIf(SandboxFolderLayout::isOfTheSystem);
    for (var folder : SERVICES) {
      addFolder(folder, all);
    }
    for (var folder : all) {
      if (!isOpen(folder) && !isReplaced(folder)) {
        covered.add(folder);
      }
    }
  }

  private static void addFolder(Path folder, List<Path> all) throws IOException {
    if (Files.isDirectory(folder)) {
      all.add(folder.toRealPath());
    }
  }

  private static boolean isOfTheSystem(Path folder) {
    return SYSTEM.stream().anyMatch(each -> folder.startsWith(each) || each.startsWith(folder))
        || SHARED.stream().anyMatch(each -> each.startsWith(folder));
  }

  private void coverAroundNamed() {
    hidden.stream()
        .filter(this::isAroundNamed)
        .filter(path -> !covered.contains(path))
        .forEach(covered::add);
  }

  /// The host named this path: links and hidden parent folders do not matter.
  private void showNamed(Path path) throws IOException {
    if (!Files.exists(path)) {
      return;
    }
    var source = path.toRealPath();
    if (!isOpen(source)) {
      shown.add(new Shown(source, source));
    }
    var name = path.toAbsolutePath().normalize();
    if (!name.equals(source) && isReplaced(name) && !isOpen(name)) {
      shown.add(new Shown(source, name));
    }
  }

  /// A link is followed only to targets that are visible anyway: a command could have created it or
  /// changed its target.
  private void show(Path target) throws IOException {
    if (!isReplaced(target) || isOpen(target) || !Files.exists(target)) {
      return;
    }
    var source = target.toRealPath();
    var isLinked = !source.equals(target);
    if (hidden.stream().anyMatch(h -> source.startsWith(h) || target.startsWith(h))
        || (isLinked && (isReplaced(source) || hidden.stream().anyMatch(h -> h.startsWith(source))))
        || shown.stream().anyMatch(each -> target.startsWith(each.target()))) {
      return;
    }
    shown.add(new Shown(source, target));
  }

  /// The PATH may lead to a toolchain in a home directory other than the configured one.
  private void showToolchainAround(Path folder) throws IOException {
    for (var at = folder; at != null; at = at.getParent()) {
      if (HomePaths.TOOLCHAINS.stream().anyMatch(at::endsWith)) {
        show(at);
      }
    }
  }

  /// Programs need the files they were installed with. A folder that is not an installation may
  /// hold anything, so only its libraries are shown.
  private void showProgram(CommandPaths commandPaths, Path home, Path folder) throws IOException {
    var real =
        folder.startsWith(commandPaths.home())
            ? home.resolve(commandPaths.home().relativize(folder))
            : folder;
    if (!isReplaced(real) || isHome(real, home)) {
      return;
    }
    show(real);
    var parent = real.getParent();
    if (parent == null || isHome(parent, home) || parent.endsWith(SHARED_BY_PROGRAMS)) {
      return;
    }
    if (INSTALLATION_MARKS.stream().anyMatch(mark -> Files.exists(parent.resolve(mark)))) {
      show(parent);
    }
    for (var name : LIBRARIES) {
      show(parent.resolve(name));
    }
  }

  /// @return true also for a parent folder of home directories and for another user's home
  private boolean isHome(Path folder, Path home) {
    return home.startsWith(folder)
        || covered.stream().anyMatch(each -> each.startsWith(folder))
        || HOMES.contains(folder.getParent());
  }

  /// Programs look for their files under the home path they know.
  private void linkHome(Path name, Path home) {
    if (!name.equals(home) && isReplaced(name) && !isSeen(name)) {
      mounts.add(new Mount(name, 1, List.of("--symlink", home.toString(), name.toString())));
    }
  }

  private void mount() {
    for (var path : covered) {
      mounts.add(new Mount(path, 0, List.of("--tmpfs", path.toString())));
    }
    for (var each : shown) {
      var arguments = List.of("--ro-bind", each.source().toString(), each.target().toString());
      mounts.add(new Mount(each.target(), 1, arguments));
    }
    for (var path : open) {
      mounts.add(new Mount(path, 2, List.of("--bind", path.toString(), path.toString())));
    }
  }

  private static List<Path> paths(String... names) {
    return List.of(names).stream().map(Path::of).toList();
  }
}
