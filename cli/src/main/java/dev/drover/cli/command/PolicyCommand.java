package dev.drover.cli.command;

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
import dev.drover.tools.WorkspaceTools;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/// Says what the configured policy makes of a call, and why. Nothing is run.
public final class PolicyCommand implements Command {
  private static final String EXPLAIN = "explain";
  private static final Pattern CALL =
      Pattern.compile("([A-Za-z][A-Za-z0-9_-]*)(?:\\((.*)\\))?", Pattern.DOTALL);

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
    var facts = facts(words.getLast());
    var policy = call.settings().agent().policy();
    var grants = grants(call);
    switch (call.view()) {
      case JSON -> {
        var ruling = PolicyEngine.judge(policy, grants, facts);
        call.out()
            .json(
                new JsonLine()
                    .with("call", words.getLast())
                    .with("decision", ruling.action().name().toLowerCase(Locale.ROOT))
                    .with("rule", ruling.rule())
                    .with("why", ruling.why()));
      }
      case READABLE, QUIET -> PolicyEngine.explain(policy, grants, facts).forEach(call.out()::line);
    }
    return ExitCode.COMPLETED;
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

  private static CallFacts facts(String text) {
    var parts = CALL.matcher(text);
    if (!parts.matches()) {
      throw Refusal.usage(
          "call_malformed",
          "'%s' is not a call".formatted(text),
          "Write a tool's name and what the call is about: 'bash(make test)', 'read(src/a.txt)'.");
    }
    var name = parts.group(1);
    var about = parts.group(2);
    var tool =
        WorkspaceTools.all().stream().filter(one -> one.spec().name().equals(name)).findFirst();
    return new CallFacts(
        name,
        about == null ? List.of() : List.of(subject(name, about)),
        null,
        tool.map(AgentTool::protection).orElse(Protection.NOT_NEEDED),
        tool.map(AgentTool::flow).orElse(DataFlow.INSIDE),
        Set.of());
  }

  private static Subject subject(String tool, String about) {
    return switch (tool) {
      case "bash" -> new Subject.Shell(about);
      case "fetch" -> new Subject.Web(about);
      case "read", "write", "edit", "patch", "ls", "glob", "grep" -> new Subject.File(about);
      default -> new Subject.Plain(about);
    };
  }
}
