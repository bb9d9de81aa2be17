package dev.drover.internal.agent;

import dev.drover.hook.Hook;
import dev.drover.internal.foreign.ForeignModel;
import dev.drover.internal.foreign.ForeignTool;
import dev.drover.kernel.budget.RunLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/// Compares two agents of one name and lists the differing settings by the names of the builder's
/// methods. Code cannot be compared: models, tools, hooks and checkers of one name count as equal.
final class AgentDifferences {
  private final AgentSpec first;
  private final AgentSpec second;
  private final List<String> found = new ArrayList<>();

  private AgentDifferences(AgentSpec first, AgentSpec second) {
    this.first = first;
    this.second = second;
  }

  /// @param hooks of the first, when it was built
  /// @return the fields; empty if the two are equal
  static List<String> between(AgentSpec first, AgentSpec second, List<String> hooks) {
    var differences = new AgentDifferences(first, second);
    differences.compare("model", spec -> spec.model().name());
    differences.compare("instructions", AgentSpec::instructions);
    differences.compare("tools", spec -> List.of(spec.tools().names(), spec.tools().digest()));
    differences.compare("policy", spec -> spec.governance().text());
    differences.compare("answerers", spec -> spec.governance().answerers());
    differences.compare("workspace", AgentSpec::workspace);
    differences.compareLimits();
    differences.compareConduct();
    var names = second.governance().hooks().all().stream().map(Hook::name).toList();
    if (!names.equals(hooks)) {
      differences.found.add("hooks");
    }
    return List.copyOf(differences.found);
  }

  private void compareLimits() {
    compareLimit("maxTurns", RunLimits::turns);
    compareLimit("maxTokens", RunLimits::tokens);
    compareLimit("loopGuard", RunLimits::guard);
    compareLimit("budgets", RunLimits::budgets);
    compareLimit("requireChecks", RunLimits::checks);
  }

  private void compareConduct() {
    compare("budgetGuard", spec -> spec.conduct().guard().wasBuiltEmpty());
    compare("whenBusy", spec -> spec.conduct().whenBusy());
    compare("maxAttachmentBytes", spec -> spec.conduct().attachmentBytes());
    compare("compaction", spec -> spec.conduct().compaction());
    compare("maxTaskDepth", spec -> spec.conduct().delegates().depth());
    compare("subagents", AgentDifferences::subagents);
    compare(
        "fallback",
        spec ->
            spec.conduct().fallbacks().choices().stream()
                .map(choice -> choice.model().name())
                .toList());
    compare("fallbackAfter", spec -> spec.conduct().fallbacks().patience());
  }

  private static List<Object> subagents(AgentSpec spec) {
    var described = new ArrayList<Object>();
    for (var each : spec.conduct().delegates().all()) {
      var model = each.model();
      described.add(List.of(each.name(), each.description(), each.instructions()));
      described.add(List.of(each.tools(), each.denied(), each.turns(), each.start()));
      described.add(each.ownTools().stream().map(tool -> ForeignTool.of(tool).spec()).toList());
      described.add(model == null ? "" : ForeignModel.of(model).name());
    }
    return described;
  }

  private void compareLimit(String field, Function<RunLimits, Object> value) {
    compare(field, spec -> value.apply(spec.conduct().limits()));
  }

  private void compare(String field, Function<AgentSpec, Object> value) {
    if (!Objects.equals(value.apply(first), value.apply(second))) {
      found.add(field);
    }
  }
}
