package dev.drover.tools.sandbox;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// What commands may do and see. A value: each method gives a changed copy.
///
/// @param variables names of environment variables that commands get although they look like
///   secrets
/// @param hidden files and folders that commands can neither read nor write; of a database name the
///   folder it is in, because it keeps more than one file
/// @param writable files and folders outside of the workspace that commands may write: a cache of
///   the build, say
/// @param readOnly files and folders that commands may read and not write, and that the tools which
///   change files ask about first, wherever they lie; see also
///   [dev.drover.spi.tool.ConfigurationPaths]
/// @param keeping what is kept of the workspace before a command, so that it can be undone
public record ShellOptions(
    Confinement confinement,
    Network network,
    Git git,
    List<String> variables,
    List<Path> hidden,
    List<Path> writable,
    List<Path> readOnly,
    Keeping keeping) {

  /// In a sandbox where there is one, without a network.
  public static final ShellOptions DEFAULT =
      new ShellOptions(
          Confinement.PREFERRED,
          Network.CUT,
          Git.READ_ONLY,
          List.of(),
          List.of(),
          List.of(),
          List.of(),
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
    hidden = List.copyOf(hidden);
    writable = List.copyOf(writable);
    readOnly = List.copyOf(readOnly);
  }

  public ShellOptions confinement(Confinement other) {
    return new ShellOptions(other, network, git, variables, hidden, writable, readOnly, keeping);
  }

  public ShellOptions keeping(Keeping other) {
    return new ShellOptions(
        confinement, network, git, variables, hidden, writable, readOnly, other);
  }

  public ShellOptions network(Network other) {
    return new ShellOptions(
        confinement, other, git, variables, hidden, writable, readOnly, keeping);
  }

  public ShellOptions git(Git other) {
    return new ShellOptions(
        confinement, network, other, variables, hidden, writable, readOnly, keeping);
  }

  public ShellOptions passing(String variable) {
    return new ShellOptions(
        confinement, network, git, and(variables, variable), hidden, writable, readOnly, keeping);
  }

  public ShellOptions hiding(Path path) {
    return new ShellOptions(
        confinement, network, git, variables, and(hidden, path), writable, readOnly, keeping);
  }

  public ShellOptions writing(Path path) {
    return new ShellOptions(
        confinement, network, git, variables, hidden, and(writable, path), readOnly, keeping);
  }

  public ShellOptions fixing(Path path) {
    return new ShellOptions(
        confinement, network, git, variables, hidden, writable, and(readOnly, path), keeping);
  }

  private static <T> List<T> and(List<T> some, T one) {
    var all = new ArrayList<>(some);
    all.add(one);
    return all;
  }
}
