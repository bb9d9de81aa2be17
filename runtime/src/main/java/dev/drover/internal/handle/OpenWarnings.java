package dev.drover.internal.handle;

import dev.drover.internal.agent.AgentSpec;
import dev.drover.internal.text.EventTexts;
import dev.drover.kernel.event.Recipe;
import dev.drover.kernel.machine.SessionProfile;
import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.Text;
import dev.drover.spi.tool.AgentTool.ToolIsolation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Warnings for a program that opens a session; none of them prevents its use.
///
/// @param found the session as it was when it was opened; null if it was new
public record OpenWarnings(SessionId session, AgentSpec agent, @Nullable SessionProfile found) {
  public List<Problem> all(EventTexts texts) {
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

  private void recipe(SessionProfile before, EventTexts texts, List<Problem> all) {
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

  private static List<String> changes(Recipe was, Recipe is, EventTexts texts) {
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

  /// Journaled texts contain no secrets, but the settings of an agent may.
  private static boolean isSame(Text was, Text is, EventTexts texts) {
    return was.equals(is)
        || (is instanceof Text.Inline(var words) && was.equals(Text.of(texts.redact(words))));
  }

  private static String tools(List<String> was, List<String> is) {
    var words = new ArrayList<String>();
    is.stream().filter(tool -> !was.contains(tool)).forEach(tool -> words.add("with " + tool));
    was.stream().filter(tool -> !is.contains(tool)).forEach(tool -> words.add("without " + tool));
    return words.isEmpty() ? "" : " (%s)".formatted(String.join(", ", words));
  }

  private void workspace(SessionProfile before, List<Problem> all) {
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

  private void grants(SessionProfile before, List<Problem> all) {
    for (var grant : before.grants()) {
      // What follows a blank is the definition for which it is valid.
      var tool = grant.split("[( ]", 2)[0];
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
          .filter(entry -> entry.tool().isolation() instanceof ToolIsolation.Exposed)
          .ifPresent(
              entry ->
                  all.add(
                      new Problem(
                          "tool_unprotected",
                          "A tool without a sandbox",
                          "what tool '%s' runs could do anything that this process may do: %s"
                              .formatted(
                                  spec.name(),
                                  ((ToolIsolation.Exposed) entry.tool().isolation()).why()),
                          "Allow it only to an agent that you trust with that.")));
    }
  }
}
