package dev.drover.tools.sandbox;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Options for commands. Immutable: each method returns a changed copy.
///
/// @param variables names of environment variables that are passed to commands although they look
///   like secrets
/// @param paths files and folders whose access differs from the default
/// @param snapshots which files are copied before a command, so that its changes can be undone
public record ShellOptions(
    Confinement confinement,
    Network network,
    Git git,
    List<String> variables,
    PathAccess paths,
    SnapshotPolicy snapshots) {

  /// With a sandbox where available, without network access.
  public static final ShellOptions DEFAULT =
      new ShellOptions(
          Confinement.PREFERRED,
          Network.CUT,
          Git.READ_ONLY,
          List.of(),
          PathAccess.DEFAULT,
          SnapshotPolicy.DEFAULT);

  /// Whether a command runs in a sandbox.
  public enum Confinement {
    /// A sandbox is used where available. A sandbox that stops working is not skipped silently.
    PREFERRED,
    /// Without a sandbox, no command runs.
    REQUIRED,
    /// No sandbox: a command may do everything that this process may do.
    OFF
  }

  /// The network access of a sandboxed command.
  public enum Network {
    CUT,
    OPEN
  }

  /// The access of a sandboxed command to the repository in the workspace.
  public enum Git {
    /// Read it: `git status`, `git diff`, `git log`.
    READ_ONLY,
    /// Add and commit as well. Hooks and settings are protected, but a malicious command can make
    /// git look for them elsewhere while it runs.
    COMMITS
  }

  public ShellOptions {
    variables = List.copyOf(variables);
  }

  public ShellOptions confinement(Confinement other) {
    return new ShellOptions(other, network, git, variables, paths, snapshots);
  }

  public ShellOptions snapshots(SnapshotPolicy other) {
    return new ShellOptions(confinement, network, git, variables, paths, other);
  }

  public ShellOptions network(Network other) {
    return new ShellOptions(confinement, other, git, variables, paths, snapshots);
  }

  public ShellOptions git(Git other) {
    return new ShellOptions(confinement, network, other, variables, paths, snapshots);
  }

  public ShellOptions passing(String variable) {
    var all = new ArrayList<>(variables);
    all.add(variable);
    return new ShellOptions(confinement, network, git, all, paths, snapshots);
  }

  /// Hides a file or folder. For a database name its folder, because it has more than one file.
  public ShellOptions hiding(Path path) {
    return paths(paths.hiding(path));
  }

  /// Shows a file or folder of the home directory, which is hidden by default: for example, an
  /// installation that is not on the PATH. Credentials of known programs inside a folder stay
  /// hidden.
  public ShellOptions reading(Path path) {
    return paths(paths.reading(path));
  }

  /// Makes a file or folder outside the workspace writable: for example, a build cache.
  public ShellOptions writing(Path path) {
    return paths(paths.writing(path));
  }

  /// Protects a file or folder from changes by commands; the tools that change files require
  /// approval for it, wherever it is. See also [dev.drover.spi.workspace.ConfigurationPaths].
  public ShellOptions protecting(Path path) {
    return paths(paths.protecting(path));
  }

  private ShellOptions paths(PathAccess other) {
    return new ShellOptions(confinement, network, git, variables, other, snapshots);
  }
}
