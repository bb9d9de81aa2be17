package dev.drover.internal.hook;

import dev.drover.hook.Hook;
import dev.drover.hook.Hook.GateOutcome;
import dev.drover.hook.HookPoint;
import dev.drover.internal.hook.HookCaller.HookFailed;
import dev.drover.kernel.message.HookMark;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The hooks that apply to a session at this moment, in their order.
///
/// A gate without an outcome denies, so that a failing gate lets nothing pass. A filter without an
/// outcome changes nothing.
public final class HookChain {
  private static final Logger LOG = LoggerFactory.getLogger(HookChain.class);

  private final List<Hook> hooks;
  private final HookCaller calling;
  private final ObserverQueue courier;

  HookChain(List<Hook> hooks, HookCaller calling, ObserverQueue courier) {
    this.hooks = hooks;
    this.calling = calling;
    this.courier = courier;
  }

  /// Whether a hook is registered for such a point.
  public boolean isFor(Class<? extends HookPoint> kind) {
    for (var hook : hooks) {
      if (hook.kind().isAssignableFrom(kind)) {
        return true;
      }
    }
    return false;
  }

  /// Calls one gate after the other; each sees the result of the one before.
  public GateVerdict runGates(HookPoint.Gated point, GateVerdict.Condition condition)
      throws InterruptedException {
    var now = point;
    var marks = new ArrayList<HookMark>(1);
    for (var hook : hooks) {
      if (hook instanceof Hook.Gate<?> gate && gate.kind().isInstance(now)) {
        switch (ask(gate, now)) {
          case GateOutcome.Continue _ -> {}
          case GateOutcome.Rewrite(var to, var why) -> {
            var objection = condition.objection(to);
            if (!objection.isEmpty()) {
              return denied(gate, "what it made of it cannot be used: " + objection, marks);
            }
            marks.add(new HookMark(gate.name(), HookMark.Action.REWROTE, why));
            now = rewritten(now, to);
          }
          case GateOutcome.Deny(var reason) -> {
            return denied(gate, reason, marks);
          }
        }
      }
    }
    return new GateVerdict.Passed(words(now), marks);
  }

  private <P extends HookPoint.Gated> GateOutcome ask(Hook.Gate<P> gate, HookPoint.Gated point)
      throws InterruptedException {
    try {
      return calling.call(
          gate, point.scene().session(), () -> gate.body().ask(gate.kind().cast(point)));
    } catch (HookFailed failed) {
      LOG.warn(
          "session {}: hook {} {}, which counts as no",
          point.scene().session(),
          gate.name(),
          failed.getMessage());
      return GateOutcome.deny("the hook %s".formatted(failed.getMessage()));
    }
  }

  private static GateVerdict denied(Hook gate, String why, List<HookMark> before) {
    var marks = new ArrayList<>(before);
    marks.add(new HookMark(gate.name(), HookMark.Action.DENIED, why));
    return new GateVerdict.Denied(gate.name(), why, marks);
  }

  private static String words(HookPoint.Gated point) {
    return switch (point) {
      case HookPoint.PromptSubmit(_, var prompt) -> prompt;
      case HookPoint.BeforeTool(_, _, _, var arguments) -> arguments;
      case HookPoint.BeforeCompaction(_, _, _, _, var instructions) -> instructions;
    };
  }

  private static HookPoint.Gated rewritten(HookPoint.Gated point, String to) {
    return switch (point) {
      case HookPoint.PromptSubmit(var scene, _) -> new HookPoint.PromptSubmit(scene, to);
      case HookPoint.BeforeTool(var scene, var effect, var tool, _) ->
          new HookPoint.BeforeTool(scene, effect, tool, to);
      case HookPoint.BeforeCompaction(var scene, var cause, var messages, var tokens, _) ->
          new HookPoint.BeforeCompaction(scene, cause, messages, tokens, to);
    };
  }

  /// The text of an outcome after all filters, and which of them changed it. A filter that throws
  /// or times out changes nothing, and filters after an interrupt are skipped: the result of the
  /// tool must not be lost.
  public GateVerdict.Passed filter(HookPoint.AfterTool point) {
    var now = point;
    var marks = new ArrayList<HookMark>(1);
    for (var hook : hooks) {
      if (hook instanceof Hook.Filter filter) {
        try {
          var asked = now;
          var text =
              calling.call(filter, point.scene().session(), () -> filter.body().change(asked));
          if (text.isPresent() && !text.get().equals(now.text())) {
            now = with(now, text.get());
            marks.add(new HookMark(filter.name(), HookMark.Action.REWROTE, ""));
          }
        } catch (HookFailed failed) {
          LOG.warn(
              "session {}: hook {} {}; the outcome of {} stays as it is",
              point.scene().session(),
              filter.name(),
              failed.getMessage(),
              point.tool());
        } catch (InterruptedException stopped) {
          // The flag is not set again: this thread still has to submit the outcome, and ends then.
          return new GateVerdict.Passed(now.text(), marks);
        }
      }
    }
    return new GateVerdict.Passed(now.text(), marks);
  }

  private static HookPoint.AfterTool with(HookPoint.AfterTool point, String text) {
    return new HookPoint.AfterTool(
        point.scene(), point.effect(), point.tool(), point.arguments(), point.ending(), text);
  }

  /// Queues a notification for all observers of this point, after the earlier ones.
  public void notifyObservers(HookPoint.Observed point) {
    if (isFor(point.getClass())) {
      courier.offer(new ObserverQueue.Notification(point, hooks));
    }
  }
}
