package dev.drover.testkit.sim;

import dev.drover.kernel.Amount;
import dev.drover.kernel.EffectId;
import dev.drover.kernel.Measure;
import dev.drover.kernel.SessionId;
import dev.drover.spi.store.Accounts.Claim;
import dev.drover.spi.store.Accounts.Standing;
import dev.drover.spi.store.Change;
import dev.drover.spi.store.OwnerId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What is set aside, counted a second time.
final class Reservations {
  private static final List<Measure> MEASURES =
      List.of(Measure.TOKENS, Measure.MODEL_CALLS, Measure.TOOL_CALLS);

  private final Map<Witness.Call, Reserved> open = new HashMap<>();

  /// Of processes that others took for dead.
  private final Set<Witness.Call> freed = new HashSet<>();

  /// What those have spent all the same.
  private Amount late = Amount.NONE;

  private record Reserved(OwnerId owner, Amount need) {}

  void granted(Claim claim) {
    var call = new Witness.Call(claim.session(), claim.effect());
    open.put(call, new Reserved(claim.owner(), claim.need()));
    freed.remove(call);
  }

  void settled(SessionId session, Change.AccountSettled settled) {
    if (settled.effect() == null) {
      return;
    }
    var call = new Witness.Call(session, settled.effect());
    open.remove(call);
    if (freed.remove(call)) {
      late = late.plus(settled.spent());
    }
  }

  void release(OwnerId owner, SessionId session, EffectId effect) {
    open.computeIfPresent(
        new Witness.Call(session, effect), (_, each) -> each.owner().equals(owner) ? null : each);
  }

  /// @param by who says so; another process does if the owner's lease has run out
  void release(OwnerId owner, @Nullable OwnerId by) {
    var all = open.entrySet().stream().filter(each -> each.getValue().owner().equals(owner));
    var calls = all.map(Map.Entry::getKey).toList();
    open.keySet().removeAll(calls);
    if (!owner.equals(by)) {
      freed.addAll(calls);
    }
  }

  /// Never more than there is, and the store counts as it is counted here. A process that stood
  /// still for longer than its lease may have made a call for which it had set something aside, and
  /// nobody could know.
  void require(Violations violations, Claim claim, Standing standing) {
    var reserved = Amount.NONE;
    for (var each : open.values()) {
      reserved = reserved.plus(each.need());
    }
    var all = standing.spent().plus(standing.reserved());
    for (var measure : MEASURES) {
      long most = claim.budget().of(measure).hard();
      violations.require(
          all.of(measure) - late.of(measure) <= most,
          "E7",
          "%s of %d %s are promised",
          all,
          most,
          measure);
      violations.require(
          reserved.of(measure) == standing.reserved().of(measure),
          "E7",
          "%s is set aside, and the store says %s",
          reserved,
          standing.reserved());
    }
  }

  /// Nobody who is there has set anything aside for a call that is over.
  List<String> kept(List<OwnerId> there) {
    return open.entrySet().stream()
        .filter(each -> there.contains(each.getValue().owner()))
        .map(each -> each.getKey() + " " + each.getValue())
        .toList();
  }
}
