package dev.drover.tools.sandbox;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// What commands may do and see. A value: each method gives a changed copy.
///
/// @param variables names of environment variables that commands get although they look like
///   secrets
/// @param paths files and folders with an access of their own
/// @param keeping what is kept of the workspace before a command, so that it can be undone
public record ShellOptions(
    Confinement confinement,
    Network network,
    Git git,
    List<String> variables,
    PathAccess paths,
    Keeping keeping) {

  /// In a sandbox where there is one, without a network.
  public static final ShellOptions DEFAULT =
      new ShellOptions(
          Confinement.PREFERRED,
          Network.CUT,
          Git.READ_ONLY,
          List.of(),
          PathAccess.DEFAULT,
          Keeping.DEFAULT);

  /// Whether a command runs in a sandbox.
  public enum Confinement {
    /// Where the machine has one. A sandbox that was there and breaks is not left out silently.
    PREFERRED,
    /// Without one, nothing runs.
    REQUIRED,
    /// Never: a command may do all that this process may do.
    OFF
  }

  /// What a command in a sandbox can reach.
  public enum Network {
    CUT,
    OPEN
  }

  /// What a command in a sandbox may do to the repository in the workspace.
  public enum Git {
    /// Look at it: `git status`, `git diff`, `git log`.
    READ_ONLY,
    /// Add and commit as well. Hooks and settings stay as they are, but a command that means harm
    /// can make git look for them elsewhere while it runs.
    COMMITS
  }

  public ShellOptions {
    variables = List.copyOf(variables);
  }

  public ShellOptions confinement(Confinement other) {
    return new ShellOptions(other, network, git, variables, paths, keeping);
  }

  public ShellOptions keeping(Keeping other) {
    return new ShellOptions(confinement, network, git, variables, paths, other);
  }

  public ShellOptions network(Network other) {
    return new ShellOptions(confinement, other, git, variables, paths, keeping);
  }

  public ShellOptions git(Git other) {
    return new ShellOptions(confinement, network, other, variables, paths, keeping);
  }

  public ShellOptions passing(String variable) {
    var all = new ArrayList<>(variables);
    all.add(variable);
    return new ShellOptions(confinement, network, git, all, paths, keeping);
  }

  /// Hides a file or folder; of a database name the folder it is in, because it keeps more than one
  /// file.
  public ShellOptions hiding(Path path) {
    return paths(paths.hiding(path));
  }

  /// Shows a file or folder of the home directory, which is hidden by default: an installation that
  /// is not on the PATH, say. Of a folder that holds credentials of known programs these stay
  /// hidden.
  public ShellOptions reading(Path path) {
    return paths(paths.reading(path));
  }

  /// Opens a file or folder outside of the workspace: a cache of the build, say.
  public ShellOptions writing(Path path) {
    return paths(paths.writing(path));
  }

  /// Protects a file or folder from changes by commands; the tools that change files ask about it
  /// first, wherever it lies. See also [dev.drover.spi.tool.ConfigurationPaths].
  public ShellOptions fixing(Path path) {
    return paths(paths.fixing(path));
  }

  private ShellOptions paths(PathAccess other) {
    return new ShellOptions(confinement, network, git, variables, other, keeping);
  }
}
