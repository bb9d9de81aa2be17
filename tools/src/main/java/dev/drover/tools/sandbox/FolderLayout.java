package dev.drover.tools.sandbox;

import dev.drover.tools.sandbox.Sandbox.Room;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Folders that a command sees empty, and the parts of them that it sees all the same.
///
/// Home directories are empty, because no list of the places of credentials is ever complete; so
/// are the folders in which services keep their data and sockets. Shown are toolchains, the folders
/// of programs on the PATH, and the paths that the host names.
final class FolderLayout {
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

  /// Nothing runs without these, so a home in them, or around them, stays visible.
  private static final List<Path> SYSTEM =
      paths("/usr", "/bin", "/sbin", "/lib", "/lib64", "/etc", "/dev", "/proc", "/sys", "/nix");

  private static final List<Path> SHARED =
      paths("/opt", "/srv", "/mnt", "/media", "/var/lib", "/tmp", "/run");

  /// One of these beside `bin` marks the folder of an installation: JDK, Go, Maven, Conda, Python.
  private static final List<String> INSTALLATION_MARKS =
      List.of("release", "VERSION", "boot", "conda-meta", "pyvenv.cfg");

  private static final List<String> LIBRARIES = List.of("lib", "lib64", "libexec");

  /// Of all programs of a person, credentials included.
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

  /// @param rank the order at one path
  private record Mount(Path target, int rank, List<String> arguments) {}

  /// @param replaced folders that are others in the sandbox
  /// @param open real paths that may be written
  /// @param hidden real paths that must not be seen
  private FolderLayout(List<Path> replaced, List<Path> open, List<Path> hidden) {
    this.replaced = replaced;
    this.open = open;
    this.hidden = hidden;
  }

  static FolderLayout of(
      Room room, PathAccess access, List<Path> replaced, List<Path> open, List<Path> hidden)
      throws IOException {
    var layout = new FolderLayout(replaced, open, hidden);
    var home = Files.isDirectory(room.home()) ? room.home().toRealPath() : room.home();
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
    for (var folder : room.programs()) {
      layout.showToolchainAround(folder);
      layout.showProgram(room, home, folder);
    }
    layout.linkHome(room.home(), home);
    layout.mount();
    return layout;
  }

  /// In an order in which no mount covers one that it must not.
  List<String> arguments() {
    var all = new ArrayList<String>();
    mounts.stream()
        .sorted(Comparator.comparing(Mount::target).thenComparingInt(Mount::rank))
        .forEach(mount -> all.addAll(mount.arguments()));
    covered.forEach(path -> all.addAll(List.of("--remount-ro", path.toString())));
    return all;
  }

  /// A workspace inside of a hidden place is there all the same, alone.
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
    all.removeIf(FolderLayout::isOfTheSystem);
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

  /// The person has said so: neither a link nor a hidden place around it matters.
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

  /// A link is followed only to what is seen anyway: a command could have made it, or changed what
  /// it leads to.
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

  /// The PATH may lead to a toolchain in another home than the one that is set.
  private void showToolchainAround(Path folder) throws IOException {
    for (var at = folder; at != null; at = at.getParent()) {
      if (HomePaths.TOOLCHAINS.stream().anyMatch(at::endsWith)) {
        show(at);
      }
    }
  }

  /// Programs need what was installed with them. A folder that is no installation may hold
  /// anything, and of it only libraries are shown.
  private void showProgram(Room room, Path home, Path folder) throws IOException {
    var real =
        folder.startsWith(room.home()) ? home.resolve(room.home().relativize(folder)) : folder;
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

  /// @return true also for a folder around homes, and for the home of another person
  private boolean isHome(Path folder, Path home) {
    return home.startsWith(folder)
        || covered.stream().anyMatch(each -> each.startsWith(folder))
        || HOMES.contains(folder.getParent());
  }

  /// Programs look for their files under the name that they know.
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
