package dev.drover.cli.command;

import dev.drover.cli.config.Closest;
import dev.drover.cli.host.ExitCode;
import dev.drover.cli.host.Refusal;
import dev.drover.cli.screen.JsonLine;
import dev.drover.cli.work.Bench;
import dev.drover.cli.work.Bench.Purpose;
import dev.drover.runtime.policy.CallFacts;
import dev.drover.runtime.policy.PolicyEngine;
import dev.drover.spi.tool.AgentTool;
import dev.drover.spi.tool.DataFlow;
import dev.drover.spi.tool.Protection;
import dev.drover.spi.tool.Subject;
import dev.drover.tools.WorkspacePaths;
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

/// Says what the configured policy makes of a call, and why. Nothing is run.
public final class PolicyCommand implements Command {
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
  public Syntax syntax() {
    return Syntax.of(new Syntax.Words("explain 'TOOL(SUBJECT)'", 2, 2));
  }

  @Override
  public ExitCode run(Call call) {
    var words = call.arguments().words();
    if (!words.getFirst().equals(EXPLAIN)) {
      throw Refusal.usage(
          "word_unknown",
          "'drover policy %s' means nothing".formatted(words.getFirst()),
          "Write: drover policy explain 'bash(make test)'.");
    }
    explain(call, words.getLast());
    return ExitCode.COMPLETED;
  }

  private static void explain(Call call, String text) {
    var workspace = call.settings().workspace();
    var facts = facts(text, workspace);
    var policy = call.settings().agent().policy();
    var grants = grants(call);
    var refusal = refusal(text, workspace);
    switch (call.view()) {
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
    return path -> WorkspacePaths.target(workspace, path);
  }

  /// What the tool itself does not do, whatever the rules say.
  private static Optional<String> refusal(String text, Path workspace) {
    var parts = parts(text);
    var about = parts.group(2);
    return about != null && FILE_TOOLS.contains(parts.group(1))
        ? WorkspacePaths.refusal(workspace, about)
        : Optional.empty();
  }

  /// What people granted for always counts as well.
  private static List<String> grants(Call call) {
    var found = Bench.find(call.settings(), call.host().time(), Purpose.LOOK);
    if (found.isEmpty()) {
      return List.of();
    }
    try (var bench = found.get()) {
      return bench.store().catalog().rules("");
    }
  }

  private static Matcher parts(String text) {
    var parts = CALL.matcher(text);
    if (!parts.matches()) {
      throw Refusal.usage(
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
        tool.map(AgentTool::protection).orElse(Protection.NOT_NEEDED),
        tool.map(AgentTool::flow).orElse(DataFlow.INSIDE),
        Set.of());
  }

  private static Refusal unknown(String name) {
    var names =
        Stream.concat(
                WorkspaceTools.all().stream().map(tool -> tool.spec().name()), Stream.of(TASK))
            .toList();
    return Refusal.usage(
        "tool_unknown",
        "there is no tool '%s'".formatted(name),
        "Did you mean %s? The tools are %s."
            .formatted(Closest.to(name, names), String.join(", ", names)));
  }

  private static Subject subject(String tool, String about, Path workspace) {
    if (FILE_TOOLS.contains(tool)) {
      return new Subject.File(WorkspacePaths.target(workspace, about).orElse(about));
    }
    return switch (tool) {
      case "bash" -> new Subject.Shell(about);
      case "fetch" -> new Subject.Web(about);
      default -> new Subject.Plain(about);
    };
  }
}
