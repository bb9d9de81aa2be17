package dev.drover.kernel.machine;

import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.Recipe;
import dev.drover.kernel.value.Identity;
import dev.drover.kernel.value.Label;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.SessionOrigin;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The owner of a session, and the settings for all its runs.
///
/// @param recipe null until the first one is adopted
/// @param grants rules that people added for this session
/// @param labels the kinds of data in its conversation
/// @param identity of the user it belongs to
/// @param origin of the session
public record SessionProfile(
    @Nullable SessionId session,
    String agent,
    String workspace,
    @Nullable Recipe recipe,
    List<String> grants,
    List<Label> labels,
    Identity identity,
    SessionOrigin origin) {
  public static final SessionProfile UNOPENED =
      new SessionProfile(
          null, "", "", null, List.of(), List.of(), Identity.NONE, SessionOrigin.OWN);

  public SessionProfile {
    grants = List.copyOf(grants);
    labels = List.copyOf(labels);
  }

  /// Of a fork. Grants apply only to the session for which people gave them.
  SessionProfile forkedAs(Event.SessionForked fork) {
    var from = new SessionOrigin.Forked(fork.source(), fork.at(), origin.depth());
    return new SessionProfile(
        fork.session(), fork.agent(), fork.workspace(), recipe, List.of(), labels, identity, from);
  }

  SessionProfile with(Recipe adopted) {
    return new SessionProfile(session, agent, workspace, adopted, grants, labels, identity, origin);
  }

  /// The name of the current model; empty if no recipe was adopted yet.
  public String model() {
    return recipe == null ? "" : recipe.model();
  }

  SessionProfile withModel(String model) {
    return recipe == null ? this : with(recipe.withModel(model));
  }

  SessionProfile with(String grant) {
    if (grants.contains(grant)) {
      return this;
    }
    var more = new ArrayList<>(grants);
    more.add(grant);
    return new SessionProfile(session, agent, workspace, recipe, more, labels, identity, origin);
  }

  /// In declaration order, each once, so that the order of arrival does not matter.
  SessionProfile withLabels(List<Label> seen) {
    if (labels.containsAll(seen)) {
      return this;
    }
    var all = EnumSet.copyOf(seen);
    all.addAll(labels);
    return new SessionProfile(
        session, agent, workspace, recipe, grants, List.copyOf(all), identity, origin);
  }

  /// After the labelled messages were removed.
  SessionProfile withoutLabels() {
    return new SessionProfile(
        session, agent, workspace, recipe, grants, List.of(), identity, origin);
  }
}
