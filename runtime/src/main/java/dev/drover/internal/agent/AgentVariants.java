package dev.drover.internal.agent;

import dev.drover.kernel.value.Identity;
import dev.drover.kernel.value.SessionId;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The agents whose tools differ between users or sessions, as they are for one of them.
///
/// Safe for use by any thread. Two threads may build the same variant at the same time; both are
/// equal.
final class AgentVariants {
  private final ConcurrentHashMap<AgentUser, ToolOverlay> users = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<SessionId, ToolOverlay> sessions = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<VariantKey, Variant> built = new ConcurrentHashMap<>();
  private final Consumer<AgentSpec> replaced;

  private record VariantKey(String agent, AgentUser user, @Nullable SessionId session) {}

  /// @param base the agent of all users, as it was when the variant was built
  private record Variant(
      AgentSpec base, @Nullable ToolOverlay user, @Nullable ToolOverlay own, AgentSpec spec) {
    /// Compared as objects: each change makes new ones, and a comparison by value would walk all
    /// tools at every call.
    @SuppressWarnings("ReferenceEquality")
    boolean isFrom(AgentSpec other, @Nullable ToolOverlay ofUser, @Nullable ToolOverlay ofSession) {
      return base == other && user == ofUser && own == ofSession;
    }
  }

  /// @param replaced called with each variant that is out of date: runs may still use it
  AgentVariants(Consumer<AgentSpec> replaced) {
    this.replaced = replaced;
  }

  /// @param tools null if there are no more
  void put(AgentUser user, @Nullable ToolOverlay tools) {
    if (tools == null) {
      users.remove(user);
      forget(key -> key.user().equals(user));
    } else {
      users.put(user, tools);
    }
  }

  /// @param tools null if there are no more
  void put(SessionId session, @Nullable ToolOverlay tools) {
    if (tools == null) {
      sessions.remove(session);
      forget(key -> session.equals(key.session()));
    } else {
      sessions.put(session, tools);
    }
  }

  boolean isEmpty() {
    return users.isEmpty() && sessions.isEmpty();
  }

  private void forget(Predicate<VariantKey> test) {
    for (var key : built.keySet()) {
      var old = test.test(key) ? built.remove(key) : null;
      if (old != null) {
        replaced.accept(old.spec());
      }
    }
  }

  /// @param base the agent as it is for all users
  /// @param child builds it from the user's variant of its parent; null for an agent without one
  /// @return the base itself, if nothing differs
  AgentSpec find(
      AgentSpec base,
      @Nullable SessionId session,
      Identity identity,
      @Nullable Supplier<@Nullable AgentSpec> child) {
    if (isEmpty()) {
      return base;
    }
    var user = AgentUser.of(base.name(), identity);
    var ofUser = users.get(user);
    var ofSession = session == null ? null : sessions.get(session);
    if (ofUser == null && ofSession == null) {
      return base;
    }
    var key = new VariantKey(base.name(), user, ofSession == null ? null : session);
    var known = built.get(key);
    if (known != null && known.isFrom(base, ofUser, ofSession)) {
      return known.spec();
    }
    var spec = ofUser == null ? base : of(base, ofUser, child);
    spec = ofSession == null ? spec : spec.with(ofSession);
    built.put(key, new Variant(base, ofUser, ofSession, spec));
    if (known != null) {
      replaced.accept(known.spec());
    }
    return spec;
  }

  private static AgentSpec of(
      AgentSpec base, ToolOverlay ofUser, @Nullable Supplier<@Nullable AgentSpec> child) {
    if (child == null) {
      return base.with(ofUser);
    }
    var below = child.get();
    return below == null ? base : below;
  }
}
