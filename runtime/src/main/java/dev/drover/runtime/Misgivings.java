package dev.drover.runtime;

import dev.drover.kernel.Problem;
import dev.drover.kernel.Profile;
import dev.drover.kernel.Recipe;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.Text;
import dev.drover.runtime.agent.AgentSpec;
import dev.drover.runtime.agent.Texts;
import dev.drover.spi.tool.Protection;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What somebody who opens a session should know, though nothing is in the way of using it.
///
/// @param found the session as it was when it was opened; null if it was new
record Misgivings(SessionId session, AgentSpec agent, @Nullable Profile found) {
  List<Problem> all(Texts texts) {
    var all = new ArrayList<Problem>();
    if (found != null) {
      recipe(found, texts, all);
      workspace(found, all);
      grants(found, all);
    }
    protection(all);
    all.addAll(agent.conduct().warnings());
    return List.copyOf(all);
  }

  private void recipe(Profile before, Texts texts, List<Problem> all) {
    var was = before.recipe();
    if (was == null) {
      return;
    }
    var changes = changes(was, agent.recipe(), texts);
    if (!changes.isEmpty()) {
      all.add(
          new Problem(
              "recipe_changed",
              "The agent is not what it was",
              "session %s: since its last run agent '%s' has another %s"
                  .formatted(session, agent.name(), String.join(", ", changes)),
              "It holds from the next prompt on; a run that is going keeps what it began with."));
    }
  }

  private static List<String> changes(Recipe was, Recipe is, Texts texts) {
    var changes = new ArrayList<String>();
    if (!was.model().equals(is.model())) {
      changes.add("model (%s, it was %s)".formatted(is.model(), was.model()));
    }
    if (!isSame(was.instructions(), is.instructions(), texts)) {
      changes.add("text of instructions");
    }
    if (!was.toolset().equals(is.toolset())) {
      changes.add("set of tools" + tools(was.tools(), is.tools()));
    }
    if (!was.policy().equals(is.policy())) {
      changes.add("policy");
    }
    return changes;
  }

  /// What is written down has no secrets in it, and what an agent is built with may.
  private static boolean isSame(Text was, Text is, Texts texts) {
    return was.equals(is)
        || (is instanceof Text.Inline(var words) && was.equals(Text.of(texts.clean(words))));
  }

  private static String tools(List<String> was, List<String> is) {
    var words = new ArrayList<String>();
    is.stream().filter(tool -> !was.contains(tool)).forEach(tool -> words.add("with " + tool));
    was.stream().filter(tool -> !is.contains(tool)).forEach(tool -> words.add("without " + tool));
    return words.isEmpty() ? "" : " (%s)".formatted(String.join(", ", words));
  }

  private void workspace(Profile before, List<Problem> all) {
    var is = agent.workspace().toString();
    if (!before.workspace().equals(is)) {
      all.add(
          new Problem(
              "workspace_changed",
              "Another workspace",
              "session %s was begun in %s, and its tools work in %s now"
                  .formatted(session, before.workspace(), is),
              "Build the agent with the workspace that is meant."));
    }
  }

  private void grants(Profile before, List<Problem> all) {
    for (var grant : before.grants()) {
      var tool = grant.split("\\(", 2)[0];
      if (agent.tools().find(tool).isEmpty()) {
        all.add(
            new Problem(
                "grant_without_tool",
                "A grant for nothing",
                "session %s: a person granted '%s', and agent '%s' has no tool '%s'"
                    .formatted(session, grant, agent.name(), tool),
                "Give the agent that tool, or leave it: the grant allows nothing."));
      }
    }
  }

  private void protection(List<Problem> all) {
    for (var spec : agent.tools().specs()) {
      agent
          .tools()
          .find(spec.name())
          .filter(entry -> entry.tool().protection() instanceof Protection.Exposed)
          .ifPresent(
              entry ->
                  all.add(
                      new Problem(
                          "tool_unprotected",
                          "A tool without a sandbox",
                          "what tool '%s' runs could do anything that this process may do: %s"
                              .formatted(
                                  spec.name(),
                                  ((Protection.Exposed) entry.tool().protection()).why()),
                          "Allow it only to an agent that you trust with that.")));
    }
  }
}
