package dev.drover.cli.command;

import dev.drover.cli.config.NameSuggestion;
import dev.drover.cli.environment.CliRefusal;
import dev.drover.cli.environment.ExitCode;
import dev.drover.cli.output.JsonLine;
import dev.drover.cli.runtime.CliRuntime;
import dev.drover.cli.runtime.CliRuntime.Purpose;
import dev.drover.policy.Checker.CallFacts;
import dev.drover.policy.PolicyEngine;
import dev.drover.spi.tool.AgentTool;
import dev.drover.spi.tool.AgentTool.DataFlow;
import dev.drover.spi.tool.AgentTool.ToolIsolation;
import dev.drover.spi.tool.CallSubject;
import dev.drover.tools.ToolPathRules;
import dev.drover.tools.WorkspaceTools;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Explains how the configured policy decides about a call. The call is not executed.
public final class PolicyCommand implements CliCommand {
  private static final String EXPLAIN = "explain";
  private static final Pattern CALL =
      Pattern.compile("([A-Za-z][A-Za-z0-9_-]*)(?:\\((.*)\\))?", Pattern.DOTALL);

  private static final String GUARD = "workspace guard";
  private static final String TASK = "task";
  private static final Set<String> FILE_TOOLS =
      Set.of("read", "write", "edit", "patch", "ls", "glob", "grep");

  public PolicyCommand() {}

  @Override
  public String name() {
    return "policy";
  }

  @Override
  public String summary() {
    return "explains what the rules say about a call";
  }

  @Override
  public CommandSyntax syntax() {
    return CommandSyntax.of(new CommandSyntax.Words("explain 'TOOL(SUBJECT)'", 2, 2));
  }

  @Override
  public ExitCode run(CliInvocation call) {
    var words = call.arguments().words();
    if (!words.getFirst().equals(EXPLAIN)) {
      throw CliRefusal.usage(
          "word_unknown",
          "there is no command 'drover policy %s'".formatted(words.getFirst()),
          "Write: drover policy explain 'bash(make test)'.");
    }
    explain(call, words.getLast());
    return ExitCode.COMPLETED;
  }

  private static void explain(CliInvocation call, String text) {
    var workspace = call.loadSettings().workspace();
    var facts = facts(text, workspace);
    var policy = call.loadSettings().agent().policy();
    var grants = grants(call);
    var refusal = refusal(text, workspace);
    switch (call.outputFormat()) {
      case JSON -> {
        var ruling = PolicyEngine.judge(policy, grants, facts, links(workspace));
        var decision = ruling.action().name().toLowerCase(Locale.ROOT);
        call.out()
            .json(
                new JsonLine()
                    .with("call", text)
                    .with("decision", refusal.isPresent() ? "deny" : decision)
                    .with("rule", refusal.isPresent() ? GUARD : ruling.rule())
                    .with("why", refusal.orElse(ruling.why())));
      }
      case READABLE, QUIET -> {
        if (refusal.isPresent()) {
          call.out().line("decision: deny by the %s: %s".formatted(GUARD, refusal.get()));
          call.out().line("No rule changes that: the tool itself refuses the path.");
        } else {
          PolicyEngine.explain(policy, grants, facts, links(workspace)).forEach(call.out()::line);
        }
      }
    }
  }

  private static Function<String, Optional<String>> links(Path workspace) {
    return path -> ToolPathRules.target(workspace, path);
  }

  /// A refusal by the tool itself, which no rule can override.
  private static Optional<String> refusal(String text, Path workspace) {
    var parts = parts(text);
    var about = parts.group(2);
    return about != null && FILE_TOOLS.contains(parts.group(1))
        ? ToolPathRules.refusal(workspace, about)
        : Optional.empty();
  }

  /// Rules granted for always apply too.
  private static List<String> grants(CliInvocation call) {
    var found =
        CliRuntime.openIfPresent(call.loadSettings(), call.environment().time(), Purpose.READ);
    if (found.isEmpty()) {
      return List.of();
    }
    try (var runtime = found.get()) {
      return runtime.store().catalog().rules("");
    }
  }

  private static Matcher parts(String text) {
    var parts = CALL.matcher(text);
    if (!parts.matches()) {
      throw CliRefusal.usage(
          "call_malformed",
          "'%s' is not a call".formatted(text),
          "Write a tool's name and what the call is about: 'bash(make test)', 'read(src/a.txt)'.");
    }
    return parts;
  }

  private static CallFacts facts(String text, Path workspace) {
    var parts = parts(text);
    var name = parts.group(1);
    var about = parts.group(2);
    var tool =
        WorkspaceTools.all().stream().filter(one -> one.spec().name().equals(name)).findFirst();
    if (tool.isEmpty() && !name.equals(TASK)) {
      throw unknown(name);
    }
    return new CallFacts(
        name,
        about == null ? List.of() : List.of(subject(name, about, workspace)),
        null,
        tool.map(AgentTool::isolation).orElse(ToolIsolation.NOT_NEEDED),
        tool.map(AgentTool::dataFlow).orElse(DataFlow.INSIDE),
        Set.of());
  }

  private static CliRefusal unknown(String name) {
    var names =
        Stream.concat(
                WorkspaceTools.all().stream().map(tool -> tool.spec().name()), Stream.of(TASK))
            .toList();
    return CliRefusal.usage(
        "tool_unknown",
        "there is no tool '%s'".formatted(name),
        "Did you mean %s? The tools are %s."
            .formatted(NameSuggestion.to(name, names), String.join(", ", names)));
  }

  private static CallSubject subject(String tool, String about, Path workspace) {
    if (FILE_TOOLS.contains(tool)) {
      return new CallSubject.File(ToolPathRules.target(workspace, about).orElse(about));
    }
    return switch (tool) {
      case "bash" -> new CallSubject.Shell(about);
      case "fetch" -> new CallSubject.Web(about);
      default -> new CallSubject.Plain(about);
    };
  }
}
