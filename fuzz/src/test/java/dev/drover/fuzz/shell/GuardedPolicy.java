package dev.drover.fuzz.shell;

import dev.drover.fuzz.shell.LineTrace.Program;
import dev.drover.policy.Policy;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// A policy, and the effects that a line it allows must never have. The effects are defined
/// independently of the policy, by their meaning, without knowledge of how lines are judged.
enum GuardedPolicy {
  NO_RM("deny bash(rm *)\nallow bash(*)") {
    @Override
    Optional<String> violation(LineTrace trace) {
      return first(trace, program -> isNamed(program, "rm"));
    }
  },
  NO_PUSH(
      """
      deny bash(git push *)
      deny bash(kubectl delete *)
      deny bash(npm publish *)
      allow bash(*)
      """) {
    @Override
    Optional<String> violation(LineTrace trace) {
      return first(
          trace,
          program ->
              isNamed(program, "git-push")
                  || (isNamed(program, "git") && subcommand(program, GIT_VALUES).equals("push"))
                  || (isNamed(program, "kubectl")
                      && subcommand(program, KUBECTL_VALUES).equals("delete"))
                  || (isNamed(program, "npm")
                      && subcommand(program, NPM_VALUES).equals("publish")));
    }
  },
  FEW(
      """
      allow bash(ls *)
      allow bash(git status *)
      allow bash(echo *)
      allow bash(npm test)
      """) {
    @Override
    Optional<String> violation(LineTrace trace) {
      return first(trace, program -> !isOneOfFew(program))
          .or(() -> written(trace, file -> true))
          .or(() -> dangerous(trace));
    }
  },
  FILES(
      """
      deny read(.env)
      deny write(.git/**)
      allow bash(echo *)
      allow bash(cd *)
      allow bash(read *)
      allow bash(mapfile *)
      allow bash(exec *)
      allow bash(: *)
      allow write(out/**)
      """) {
    @Override
    Optional<String> violation(LineTrace trace) {
      return first(
              trace, program -> !TRANSPARENT.contains(program.path()) && !isNamed(program, "echo"))
          .or(() -> written(trace, file -> !file.startsWith("out/")))
          .or(() -> trace.leak() ? Optional.of("printed .env") : Optional.empty());
    }
  };

  private static final Set<String> GIT_VALUES =
      Set.of("-C", "-c", "--git-dir", "--work-tree", "--namespace", "--config-env");
  private static final Set<String> KUBECTL_VALUES =
      Set.of(
          "-n",
          "--namespace",
          "--context",
          "-v",
          "-s",
          "--kubeconfig",
          "--as",
          "--token",
          "--request-timeout");
  private static final Set<String> NPM_VALUES =
      Set.of("--prefix", "-C", "--loglevel", "-w", "--workspace", "--tag");

  /// Programs that are judged by the command that they run, and need no rule of their own.
  private static final Set<String> TRANSPARENT =
      Set.of(
          "/bin/bash",
          "/bin/sh",
          "/bin/dash",
          "/bin/env",
          "/bin/nohup",
          "/bin/nice",
          "/bin/timeout",
          "/bin/setsid",
          "/bin/stdbuf",
          "/bin/ionice",
          "/bin/xargs",
          "/bin/parallel",
          "/bin/rbash",
          "/bin/watch",
          "/bin/busybox");

  /// Variables that make an allowed program, or a shell around it, run something else.
  private static final Pattern DANGEROUS =
      Pattern.compile(
          "(?i:npm_config_.*|node_options|git_(?!optional_locks).*)|PATH|HOME|BASH_ENV|ENV|PS4|SHELLOPTS|BASHOPTS|IFS"
              + "|LD_.*|PAGER|EDITOR|VISUAL|SHELL|XDG_CONFIG_HOME|BASH_FUNC.*|PROMPT_COMMAND");

  private final String rules;

  GuardedPolicy(String rules) {
    this.rules = rules;
  }

  Policy policy() {
    return Policy.parse(rules);
  }

  /// @return the forbidden effect of the line; empty if there is none
  abstract Optional<String> violation(LineTrace trace);

  private static Optional<String> first(LineTrace trace, Predicate<Program> forbidden) {
    return trace.programs().stream().filter(forbidden).findFirst().map(p -> "ran " + p);
  }

  private static Optional<String> written(LineTrace trace, Predicate<String> forbidden) {
    return trace.files().stream().filter(forbidden).findFirst().map(file -> "wrote " + file);
  }

  private static Optional<String> dangerous(LineTrace trace) {
    return trace.variables().stream()
        .filter(DANGEROUS.asMatchPredicate())
        .findFirst()
        .map(name -> "set %s for a program".formatted(name));
  }

  /// Not for `bash rm`, which reads a file of that name: the program itself is never a script.
  private static boolean isNamed(Program program, String name) {
    return program.path().contains("/") && program.name().toLowerCase(Locale.ROOT).equals(name);
  }

  private static boolean isOneOfFew(Program program) {
    return TRANSPARENT.contains(program.path())
        || switch (program.path()) {
          case "/bin/ls", "/bin/echo" -> true;
          case "/bin/git" -> program.arguments().stream().findFirst().equals(Optional.of("status"));
          case "/bin/npm" -> program.arguments().equals(List.of("test"));
          default -> false;
        };
  }

  /// The first argument that is neither an option nor an option's value.
  private static String subcommand(Program program, Set<String> withValue) {
    var arguments = program.arguments();
    int i = 0;
    while (i < arguments.size() && arguments.get(i).matches("-.+")) {
      i += withValue.contains(arguments.get(i)) ? 2 : 1;
    }
    return i < arguments.size() ? arguments.get(i) : "";
  }
}
