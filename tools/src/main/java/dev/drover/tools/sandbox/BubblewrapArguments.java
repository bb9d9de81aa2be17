package dev.drover.tools.sandbox;

import dev.drover.spi.workspace.ConfigurationPaths;
import dev.drover.tools.sandbox.Sandbox.CommandPaths;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/// The file system, network and processes that a sandboxed command sees, as bubblewrap arguments.
///
/// Mounts are made in order and later ones win, so the order matters: first everything, read-only;
/// then private folders; then empty folders, with the parts of them that are visible or writable;
/// then paths that are protected even there.
final class BubblewrapArguments {
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

  private final CommandPaths commandPaths;
  private final ShellOptions options;
  private final List<String> line = new ArrayList<>();
  private final List<Path> open = new ArrayList<>();

  private BubblewrapArguments(CommandPaths commandPaths, ShellOptions options) {
    this.commandPaths = commandPaths;
    this.options = options;
  }

  static List<String> build(CommandPaths commandPaths, ShellOptions options)
      throws IOException, SandboxRefusal {
    var arguments = new BubblewrapArguments(commandPaths, options);
    arguments.mountAllReadOnly();
    var layout = arguments.mountWritablePaths();
    arguments.protectWorkspaceRepository();
    arguments.isolateNetwork(layout);
    return arguments.line;
  }

  private void mountAllReadOnly() {
    add("--ro-bind", "/", "/");
    add("--dev", "/dev");
    add("--proc", "/proc");
    // A process that is root outside may write kernel settings even without capabilities.
    add("--remount-ro", "/proc");
    add("--bind", commandPaths.temp().toString(), TEMP.toString());
    if (Files.isDirectory(LASTING_TEMP)) {
      add("--bind", commandPaths.temp().toString(), LASTING_TEMP.toString());
    }
    // Service sockets are here, and a read-only socket still accepts connections.
    for (var sockets : List.of(RUN, OLD_RUN)) {
      if (Files.isDirectory(sockets, LinkOption.NOFOLLOW_LINKS)) {
        add("--tmpfs", sockets.toString());
      }
    }
  }

  private SandboxFolderLayout mountWritablePaths() throws IOException, SandboxRefusal {
    open.add(commandPaths.workspace());
    for (var path : options.paths().writable()) {
      if (Files.exists(path)) {
        open.add(path.toRealPath());
      }
    }
    if (open.stream().anyMatch(path -> path.getNameCount() == 0)) {
      throw new SandboxRefusal(
          "the whole file system cannot be opened for writing. "
              + "The user can choose a folder in it.");
    }
    var all = hidden();
    var layout = SandboxFolderLayout.of(commandPaths, options.paths(), REPLACED, open, all);
    line.addAll(layout.arguments());
    var hidden =
        outermost(
            all.stream()
                .filter(path -> !layout.isAroundNamed(path))
                .filter(layout::isSeen)
                .toList());
    var fixed = fixed(hidden);
    // Mounting a folder again reveals everything in it: so these come first, then the rest.
    var pins = new TreeSet<Path>();
    hidden.forEach(path -> pins.addAll(foldersOf(path)));
    fixed.forEach(path -> pins.addAll(foldersOf(path)));
    pins.forEach(path -> add("--bind", path.toString(), path.toString()));
    fixed.forEach(this::mountReadOnly);
    hidden.forEach(this::hide);
    return layout;
  }

  /// Contents of a hidden folder are hidden with it.
  private static List<Path> outermost(List<Path> paths) {
    return paths.stream()
        .filter(path -> paths.stream().noneMatch(o -> path.startsWith(o) && !path.equals(o)))
        .toList();
  }

  /// Configuration that controls agents, and the paths that the host named, if they would be
  /// writable.
  private List<Path> fixed(List<Path> hidden) throws IOException {
    var all = new ArrayList<>(options.paths().readOnly());
    for (var place : ConfigurationPaths.ALL) {
      all.add(commandPaths.workspace().resolve(place.path()));
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
    all.add(commandPaths.workspace().resolve(".drover"));
    HomePaths.SECRETS.forEach(name -> all.add(commandPaths.home().resolve(name)));
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
        .filter(path -> !path.startsWith(commandPaths.workspace()))
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

  /// A mounted folder cannot be moved away, but its parent can, and be replaced by another. So all
  /// folders up to the workspace are mounted.
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

  private void protectWorkspaceRepository() throws IOException, SandboxRefusal {
    for (var top : open) {
      var git = top.resolve(".git");
      if (Files.isSymbolicLink(git)) {
        // The link itself cannot be protected: it could be replaced by a repository with hooks.
        throw new SandboxRefusal(
            "%s is a symbolic link, which a sandbox cannot protect. ".formatted(git)
                + "The user can replace it by a file with the line 'gitdir: PATH'.");
      }
      if (Files.isDirectory(git)) {
        protectRepository(git);
      } else if (Files.isRegularFile(git)) {
        mountReadOnly(git);
        protectLinkedRepository(git);
      }
    }
  }

  private void protectRepository(Path git) throws IOException {
    switch (options.git()) {
      case READ_ONLY -> mountReadOnly(git);
      case COMMITS -> {
        add("--bind", git.toString(), git.toString());
        // Git would run hooks that are placed there.
        Files.createDirectories(git.resolve("hooks"));
        for (var name : List.of("hooks", "config", "config.worktree", "modules", "worktrees")) {
          if (Files.exists(git.resolve(name))) {
            mountReadOnly(git.resolve(name).toRealPath());
          }
        }
      }
    }
  }

  /// A `.git` file names the work tree's folder, which in turn names the main repository's folder.
  /// Both may be writable by the command.
  private void protectLinkedRepository(Path git) throws IOException {
    var folder = named(git, "gitdir:");
    if (folder.isPresent()) {
      mountReadOnlyIfWritable(folder.get());
      var common = named(folder.get().resolve("commondir"), "");
      if (common.isPresent()) {
        mountReadOnlyIfWritable(common.get());
      }
    }
  }

  private void mountReadOnlyIfWritable(Path folder) {
    if (open.stream().anyMatch(folder::startsWith)) {
      foldersOf(folder).forEach(each -> add("--bind", each.toString(), each.toString()));
      mountReadOnly(folder);
    }
  }

  /// @return the existing folder named by the only line of a file
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

  private void mountReadOnly(Path path) {
    add("--ro-bind", path.toString(), path.toString());
  }

  private void isolateNetwork(SandboxFolderLayout layout) throws IOException {
    switch (options.network()) {
      case CUT -> add("--unshare-net");
      case OPEN -> showNameServers(layout);
    }
    add("--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try");
    add("--new-session", "--die-with-parent");
    add("--cap-drop", "ALL");
    add("--chdir", commandPaths.workspace().toString());
  }

  /// On many systems the resolver configuration is in /run.
  private void showNameServers(SandboxFolderLayout layout) throws IOException {
    var list = Path.of("/etc/resolv.conf");
    if (Files.exists(list) && !layout.isSeen(list.toRealPath())) {
      add("--ro-bind", list.toRealPath().toString(), list.toRealPath().toString());
    }
  }

  private void add(String... arguments) {
    line.addAll(List.of(arguments));
  }
}
