package dev.drover.kernel;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Whose session it is, and what holds for all its runs.
///
/// @param recipe null until the first one is adopted
/// @param grants rules that people added for this session
/// @param labels what kinds of data its conversation has seen
/// @param identity for whom it is
/// @param origin why it is there
public record Profile(
    @Nullable SessionId session,
    String agent,
    String workspace,
    @Nullable Recipe recipe,
    List<String> grants,
    List<Label> labels,
    Identity identity,
    Origin origin) {
  public static final Profile NOBODY =
      new Profile(null, "", "", null, List.of(), List.of(), Identity.NONE, Origin.OWN);

  public Profile {
    grants = List.copyOf(grants);
    labels = List.copyOf(labels);
  }

  /// Of a fork. What people granted for a session, they granted for that one.
  Profile into(Event.SessionForked fork) {
    var from = new Origin.Forked(fork.source(), fork.at(), origin.depth());
    return new Profile(
        fork.session(), fork.agent(), fork.workspace(), recipe, List.of(), labels, identity, from);
  }

  Profile with(Recipe adopted) {
    return new Profile(session, agent, workspace, adopted, grants, labels, identity, origin);
  }

  /// The name of the model that is asked now; empty if no recipe was adopted yet.
  public String model() {
    return recipe == null ? "" : recipe.model();
  }

  Profile withModel(String model) {
    return recipe == null ? this : with(recipe.withModel(model));
  }

  Profile with(String grant) {
    if (grants.contains(grant)) {
      return this;
    }
    var more = new ArrayList<>(grants);
    more.add(grant);
    return new Profile(session, agent, workspace, recipe, more, labels, identity, origin);
  }

  /// In the order in which labels are declared, each once: the same whatever came first.
  Profile seeing(List<Label> seen) {
    if (labels.containsAll(seen)) {
      return this;
    }
    var all = EnumSet.copyOf(seen);
    all.addAll(labels);
    return new Profile(
        session, agent, workspace, recipe, grants, List.copyOf(all), identity, origin);
  }

  /// Nothing of what was seen is left.
  Profile forgetting() {
    return new Profile(session, agent, workspace, recipe, grants, List.of(), identity, origin);
  }
}
