package dev.drover.tools.sandbox;

import dev.drover.spi.tool.ConfigurationPaths;
import dev.drover.tools.sandbox.Sandbox.Room;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/// The file system, network and processes that a command in a sandbox sees, as arguments of
/// bubblewrap.
///
/// Mounts are made one after the other and the later ones win, so the order is the law: first
/// everything, for reading only; then what is private; then the folders that are empty, with what
/// is shown and what may be written in them; then what must not be touched even there.
final class Walls {
  static final List<String> PROTECTIONS =
      List.of(
          "files: everything is read-only but the workspace and a private /tmp",
          "git: .git of the workspace is read-only",
          "home: cannot be seen, but for toolchains, programs on the PATH and the workspace",
          "secrets: .drover and credentials of known programs cannot be read",
          "services: their data, Unix sockets and pipes outside of the workspace cannot be reached",
          "network: none, not even to this machine",
          "processes: only the command's own can be seen, and they all end with it",
          "rights: no capabilities, none can be gained");

  private static final int LONGEST_NAME = 4096;
  private static final Path TEMP = Path.of("/tmp");
  private static final Path LASTING_TEMP = Path.of("/var/tmp");
  private static final Path RUN = Path.of("/run");
  private static final Path OLD_RUN = Path.of("/var/run");
  private static final List<Path> REPLACED = List.of(TEMP, LASTING_TEMP, RUN, OLD_RUN);

  private final Room room;
  private final ShellOptions options;
  private final List<String> line = new ArrayList<>();
  private final List<Path> open = new ArrayList<>();

  private Walls(Room room, ShellOptions options) {
    this.room = room;
    this.options = options;
  }

  static List<String> around(Room room, ShellOptions options) throws IOException, Unprotectable {
    var walls = new Walls(room, options);
    walls.shutEverything();
    var layout = walls.openWhatMayBeWritten();
    walls.shutTheRepository();
    walls.cutOff(layout);
    return walls.line;
  }

  private void shutEverything() {
    add("--ro-bind", "/", "/");
    add("--dev", "/dev");
    add("--proc", "/proc");
    // Who is root outside may write the kernel's settings even without any capability.
    add("--remount-ro", "/proc");
    add("--bind", room.temp().toString(), TEMP.toString());
    if (Files.isDirectory(LASTING_TEMP)) {
      add("--bind", room.temp().toString(), LASTING_TEMP.toString());
    }
    // Sockets of services are here, and a read-only socket can still be talked to.
    for (var sockets : List.of(RUN, OLD_RUN)) {
      if (Files.isDirectory(sockets, LinkOption.NOFOLLOW_LINKS)) {
        add("--tmpfs", sockets.toString());
      }
    }
  }

  private FolderLayout openWhatMayBeWritten() throws IOException, Unprotectable {
    open.add(room.workspace());
    for (var path : options.paths().writable()) {
      if (Files.exists(path)) {
        open.add(path.toRealPath());
      }
    }
    if (open.stream().anyMatch(path -> path.getNameCount() == 0)) {
      throw new Unprotectable(
          "the whole file system cannot be opened for writing. "
              + "The user can choose a folder in it.");
    }
    var all = hidden();
    var layout = FolderLayout.of(room, options.paths(), REPLACED, open, all);
    line.addAll(layout.arguments());
    var hidden =
        outermost(
            all.stream()
                .filter(path -> !layout.isAroundNamed(path))
                .filter(layout::isSeen)
                .toList());
    var fixed = fixed(hidden);
    // A folder that is mounted again shows all that is in it: so first all of these, then the rest.
    var pins = new TreeSet<Path>();
    hidden.forEach(path -> pins.addAll(foldersOf(path)));
    fixed.forEach(path -> pins.addAll(foldersOf(path)));
    pins.forEach(path -> add("--bind", path.toString(), path.toString()));
    fixed.forEach(this::shut);
    hidden.forEach(this::hide);
    return layout;
  }

  /// What is in a hidden folder is hidden with it.
  private static List<Path> outermost(List<Path> paths) {
    return paths.stream()
        .filter(path -> paths.stream().noneMatch(o -> path.startsWith(o) && !path.equals(o)))
        .toList();
  }

  /// What decides what agents may do, and what the host named, as far as it could be written.
  private List<Path> fixed(List<Path> hidden) throws IOException {
    var all = new ArrayList<>(options.paths().readOnly());
    for (var place : ConfigurationPaths.ALL) {
      all.add(room.workspace().resolve(place.path()));
    }
    var real = new TreeSet<Path>();
    for (var path : all) {
      if (Files.exists(path)) {
        real.add(path.toRealPath());
      }
    }
    return real.stream()
        .filter(path -> open.stream().anyMatch(path::startsWith) && !open.contains(path))
        .filter(path -> hidden.stream().noneMatch(path::startsWith))
        .toList();
  }

  private List<Path> hidden() throws IOException {
    var all = new ArrayList<Path>();
    all.add(room.workspace().resolve(".drover"));
    HomePaths.SECRETS.forEach(name -> all.add(room.home().resolve(name)));
    all.add(Path.of("/etc/shadow"));
    all.add(Path.of("/etc/gshadow"));
    all.addAll(options.paths().hidden());
    var real = new ArrayList<Path>();
    for (var path : all) {
      if (Files.exists(path)) {
        real.add(path.toRealPath());
      }
    }
    SpecialFiles.ofThisMachine().stream()
        .filter(path -> !path.startsWith(room.workspace()))
        .forEach(real::add);
    return real.stream().distinct().sorted().toList();
  }

  private void hide(Path path) {
    if (Files.isDirectory(path)) {
      add("--tmpfs", path.toString());
      add("--remount-ro", path.toString());
    } else {
      add("--ro-bind", "/dev/null", path.toString());
    }
  }

  /// A mounted folder cannot be moved away, but the one above it can, and another be put in its
  /// place. So all of them up to the workspace are mounted.
  private List<Path> foldersOf(Path path) {
    var folders = new ArrayList<Path>();
    for (var top : open) {
      if (path.startsWith(top) && !path.equals(top)) {
        var folder = top;
        for (var name : top.relativize(path.getParent())) {
          if (!name.toString().isEmpty()) {
            folder = folder.resolve(name);
            folders.add(folder);
          }
        }
      }
    }
    return folders;
  }

  private void shutTheRepository() throws IOException, Unprotectable {
    for (var top : open) {
      var git = top.resolve(".git");
      if (Files.isSymbolicLink(git)) {
        // The link itself cannot be held: it could be replaced by a repository with hooks.
        throw new Unprotectable(
            "%s is a symbolic link, which a sandbox cannot protect. ".formatted(git)
                + "The user can replace it by a file with the line 'gitdir: PATH'.");
      }
      if (Files.isDirectory(git)) {
        shutRepository(git);
      } else if (Files.isRegularFile(git)) {
        shut(git);
        shutLinkedRepository(git);
      }
    }
  }

  private void shutRepository(Path git) throws IOException {
    switch (options.git()) {
      case READ_ONLY -> shut(git);
      case COMMITS -> {
        add("--bind", git.toString(), git.toString());
        // Git would run what is put there.
        Files.createDirectories(git.resolve("hooks"));
        for (var name : List.of("hooks", "config", "config.worktree", "modules", "worktrees")) {
          if (Files.exists(git.resolve(name))) {
            shut(git.resolve(name).toRealPath());
          }
        }
      }
    }
  }

  /// A `.git` that is a file names the folder, and that one the folder of the whole repository.
  /// Both may lie where the command can write.
  private void shutLinkedRepository(Path git) throws IOException {
    var folder = named(git, "gitdir:");
    if (folder.isPresent()) {
      shutIfOpen(folder.get());
      var common = named(folder.get().resolve("commondir"), "");
      if (common.isPresent()) {
        shutIfOpen(common.get());
      }
    }
  }

  private void shutIfOpen(Path folder) {
    if (open.stream().anyMatch(folder::startsWith)) {
      foldersOf(folder).forEach(each -> add("--bind", each.toString(), each.toString()));
      shut(folder);
    }
  }

  /// @return the folder that the only line of a file names, if it is there
  private static Optional<Path> named(Path file, String prefix) throws IOException {
    if (!Files.isRegularFile(file) || Files.size(file) > LONGEST_NAME) {
      return Optional.empty();
    }
    var text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8).strip();
    if (!text.startsWith(prefix) || text.indexOf('\0') >= 0) {
      return Optional.empty();
    }
    var folder = file.resolveSibling(text.substring(prefix.length()).strip());
    return Files.isDirectory(folder) ? Optional.of(folder.toRealPath()) : Optional.empty();
  }

  private void shut(Path path) {
    add("--ro-bind", path.toString(), path.toString());
  }

  private void cutOff(FolderLayout layout) throws IOException {
    switch (options.network()) {
      case CUT -> add("--unshare-net");
      case OPEN -> showNameServers(layout);
    }
    add("--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try");
    add("--new-session", "--die-with-parent");
    add("--cap-drop", "ALL");
    add("--chdir", room.workspace().toString());
  }

  /// On many systems the list of name servers lies in /run.
  private void showNameServers(FolderLayout layout) throws IOException {
    var list = Path.of("/etc/resolv.conf");
    if (Files.exists(list) && !layout.isSeen(list.toRealPath())) {
      add("--ro-bind", list.toRealPath().toString(), list.toRealPath().toString());
    }
  }

  private void add(String... arguments) {
    line.addAll(List.of(arguments));
  }
}
