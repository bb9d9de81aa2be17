package dev.drover.internal.judge;

import dev.drover.internal.agent.AgentSpec;
import dev.drover.internal.agent.CallGovernance;
import dev.drover.internal.text.EventTexts;
import dev.drover.kernel.machine.SessionState;
import dev.drover.kernel.value.Text;
import dev.drover.policy.Policy;
import dev.drover.spi.tool.ToolSpec;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The policy of a run: the one that it started with, from the journal, regardless of the current
/// configuration of the agent.
///
/// Safe for use by many threads.
public final class EffectivePolicy {
  private final EventTexts texts;
  private volatile @Nullable Read last;

  public EffectivePolicy(EventTexts texts) {
    this.texts = texts;
  }

  private record Read(Text text, Policy policy) {}

  /// Without a run, the current policy of the agent.
  public Policy of(AgentSpec agent, SessionState state) {
    var recipe = state.profile().recipe();
    if (state.running().isEmpty() || recipe == null || recipe.policy().isEmpty()) {
      return agent.governance().policy();
    }
    var read = last;
    if (read == null || !read.text().equals(recipe.policy())) {
      read = new Read(recipe.policy(), CallGovernance.policyIn(texts.read(recipe.policy())));
      last = read;
    }
    return read.policy();
  }

  /// The tools that are not denied for all arguments; the model does not see the others.
  public List<ToolSpec> offered(AgentSpec agent, SessionState state) {
    var policy = of(agent, state);
    var all = agent.tools().declared();
    for (var spec : all) {
      if (policy.hides(spec.name())) {
        return all.stream().filter(each -> !policy.hides(each.name())).toList();
      }
    }
    return all;
  }

  /// The checker that this session was created with, if the agent does not have it.
  public Optional<String> missingChecker(AgentSpec agent, SessionState state) {
    var recipe = state.profile().recipe();
    return recipe == null || recipe.policy().isEmpty()
        ? Optional.empty()
        : agent.governance().missing(texts.read(recipe.policy()));
  }
}
