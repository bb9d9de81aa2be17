package dev.drover.kernel;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Whose session it is, and what holds for all its runs.
///
/// @param recipe null until the first one is adopted
/// @param grants rules that people added for this session
public record Profile(
    @Nullable SessionId session,
    String agent,
    String workspace,
    @Nullable Recipe recipe,
    List<String> grants) {
  public static final Profile NOBODY = new Profile(null, "", "", null, List.of());

  public Profile {
    grants = List.copyOf(grants);
  }

  Profile with(Recipe adopted) {
    return new Profile(session, agent, workspace, adopted, grants);
  }

  Profile with(String grant) {
    if (grants.contains(grant)) {
      return this;
    }
    var more = new ArrayList<>(grants);
    more.add(grant);
    return new Profile(session, agent, workspace, recipe, more);
  }
}
