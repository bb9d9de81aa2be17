package dev.drover.runtime.agent;

import dev.drover.kernel.SessionState;
import dev.drover.kernel.Text;
import dev.drover.runtime.policy.Policy;
import dev.drover.spi.tool.ToolSpec;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Finds the policy that holds for a run: the one it started with, as it stands in the journal,
/// whatever the agent is configured with by now.
///
/// Safe for use by many threads.
public final class PolicyInForce {
  private final Texts texts;
  private volatile @Nullable Read last;

  public PolicyInForce(Texts texts) {
    this.texts = texts;
  }

  private record Read(Text text, Policy policy) {}

  /// Where no run is going, what the agent has now.
  public Policy of(AgentSpec agent, SessionState state) {
    var recipe = state.profile().recipe();
    if (state.running().isEmpty() || recipe == null || recipe.policy().isEmpty()) {
      return agent.governance().policy();
    }
    var read = last;
    if (read == null || !read.text().equals(recipe.policy())) {
      read = new Read(recipe.policy(), Governance.policyIn(texts.read(recipe.policy())));
      last = read;
    }
    return read.policy();
  }

  /// What is denied for every argument the model need not know of.
  public List<ToolSpec> offered(AgentSpec agent, SessionState state) {
    var policy = of(agent, state);
    var all = agent.tools().specs();
    for (var spec : all) {
      if (policy.hides(spec.name())) {
        return all.stream().filter(each -> !policy.hides(each.name())).toList();
      }
    }
    return all;
  }

  /// The checker that watched this session and that the agent does not have, if there is one.
  public Optional<String> missingChecker(AgentSpec agent, SessionState state) {
    var recipe = state.profile().recipe();
    return recipe == null || recipe.policy().isEmpty()
        ? Optional.empty()
        : agent.governance().missing(texts.read(recipe.policy()));
  }
}
