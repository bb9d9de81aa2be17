package dev.drover.testkit.sim;

import dev.drover.kernel.Amount;
import dev.drover.kernel.EffectId;
import dev.drover.kernel.Measure;
import dev.drover.kernel.SessionId;
import dev.drover.spi.store.Accounts.Claim;
import dev.drover.spi.store.Accounts.Standing;
import dev.drover.spi.store.OwnerId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What is set aside, counted a second time.
final class Reservations {
  private static final List<Measure> MEASURES =
      List.of(Measure.TOKENS, Measure.MODEL_CALLS, Measure.TOOL_CALLS);

  private final Map<Witness.Call, Reserved> open = new HashMap<>();

  private record Reserved(OwnerId owner, Amount need) {}

  void granted(Claim claim) {
    var call = new Witness.Call(claim.session(), claim.effect());
    open.put(call, new Reserved(claim.owner(), claim.need()));
  }

  void settled(SessionId session, @Nullable EffectId effect) {
    if (effect != null) {
      open.remove(new Witness.Call(session, effect));
    }
  }

  void release(OwnerId owner, SessionId session, EffectId effect) {
    open.computeIfPresent(
        new Witness.Call(session, effect), (_, each) -> each.owner().equals(owner) ? null : each);
  }

  void release(OwnerId owner) {
    open.values().removeIf(each -> each.owner().equals(owner));
  }

  /// Never more than there is, and the store counts as it is counted here.
  void require(Violations violations, Claim claim, Standing standing) {
    var reserved = Amount.NONE;
    for (var each : open.values()) {
      reserved = reserved.plus(each.need());
    }
    var all = standing.spent().plus(standing.reserved());
    for (var measure : MEASURES) {
      long most = claim.budget().of(measure).hard();
      violations.require(
          all.of(measure) <= most, "E7", "%s of %d %s are promised", all, most, measure);
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
