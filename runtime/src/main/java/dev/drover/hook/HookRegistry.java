package dev.drover.hook;

import static dev.drover.kernel.check.NullChecks.nonNull;

import dev.drover.problem.InvalidRequest.ConfigurationInvalid;
import java.util.ArrayList;
import java.util.List;

/// The hooks of an agent or of one open session, in the order in which they are called. They can be
/// changed at any time; a call in progress continues with the hooks that it started with.
///
/// Safe for use by any thread.
public final class HookRegistry {
  private volatile List<Hook> all = List.of();

  // The same list as `all` if all of them are inherited.
  private volatile List<Hook> inherited = List.of();

  public HookRegistry() {}

  /// @throws ConfigurationInvalid if a hook of this name is registered
  public synchronized void register(Hook hook) {
    nonNull(hook, "hook");
    int place = 0;
    for (var other : all) {
      if (other.name().equals(hook.name())) {
        throw new ConfigurationInvalid(
            "hook",
            "a hook named '%s' is registered already".formatted(hook.name()),
            "Unregister that one first, or choose another name.");
      }
      place += other.terms().priority() <= hook.terms().priority() ? 1 : 0;
    }
    var more = new ArrayList<>(all);
    more.add(place, hook);
    hold(more);
  }

  /// @return false if there was none with this name
  public synchronized boolean unregister(String name) {
    nonNull(name, "name");
    var fewer = all.stream().filter(hook -> !hook.name().equals(name)).toList();
    boolean found = fewer.size() < all.size();
    hold(fewer);
    return found;
  }

  private void hold(List<Hook> now) {
    all = List.copyOf(now);
    inherited =
        all.stream().allMatch(hook -> hook.terms().reach() == Hook.Reach.INHERITED)
            ? all
            : all.stream().filter(hook -> hook.terms().reach() == Hook.Reach.INHERITED).toList();
  }

  public int count() {
    return all.size();
  }

  /// In the order in which they are called.
  public List<Hook> all() {
    return all;
  }

  /// The hooks that also apply to tasks.
  public List<Hook> inherited() {
    return inherited;
  }
}
