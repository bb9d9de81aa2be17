package dev.drover.runtime.hooking;

import dev.drover.kernel.HookMark;
import dev.drover.runtime.hook.GateOutcome;
import dev.drover.runtime.hook.Hook;
import dev.drover.runtime.hook.HookPoint;
import dev.drover.runtime.hooking.Calling.Unanswered;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The hooks that hold for a session at this moment, in their order.
///
/// A gate that gives no outcome denies: a watchman who has fainted lets nobody in. A filter that
/// gives none leaves things as they are.
public final class HookLine {
  private static final Logger LOG = LoggerFactory.getLogger(HookLine.class);

  private final List<Hook> hooks;
  private final Calling calling;
  private final Courier courier;

  HookLine(List<Hook> hooks, Calling calling, Courier courier) {
    this.hooks = hooks;
    this.calling = calling;
    this.courier = courier;
  }

  /// Whether anybody wants to know of such a point.
  public boolean isFor(Class<? extends HookPoint> kind) {
    for (var hook : hooks) {
      if (hook.kind().isAssignableFrom(kind)) {
        return true;
      }
    }
    return false;
  }

  /// Asks one gate after the other; each sees what the one before it left.
  public Passage pass(HookPoint.Gated point, Passage.Condition condition)
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
            marks.add(new HookMark(gate.name(), HookMark.Deed.REWROTE, why));
            now = rewritten(now, to);
          }
          case GateOutcome.Deny(var reason) -> {
            return denied(gate, reason, marks);
          }
        }
      }
    }
    return new Passage.Passed(words(now), marks);
  }

  private <P extends HookPoint.Gated> GateOutcome ask(Hook.Gate<P> gate, HookPoint.Gated point)
      throws InterruptedException {
    try {
      return calling.call(
          gate, point.scene().session(), () -> gate.body().ask(gate.kind().cast(point)));
    } catch (Unanswered failed) {
      LOG.warn(
          "session {}: hook {} {}, which counts as no",
          point.scene().session(),
          gate.name(),
          failed.getMessage());
      return GateOutcome.deny("the hook %s".formatted(failed.getMessage()));
    }
  }

  private static Passage denied(Hook gate, String why, List<HookMark> before) {
    var marks = new ArrayList<>(before);
    marks.add(new HookMark(gate.name(), HookMark.Deed.DENIED, why));
    return new Passage.Denied(gate.name(), why, marks);
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

  /// The text of an outcome after all filters, and which of them changed it. One that throws or
  /// takes too long changes nothing, and neither do those after an interrupt: what the tool has
  /// done must not be lost.
  public Passage.Passed filter(HookPoint.AfterTool point) {
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
            marks.add(new HookMark(filter.name(), HookMark.Deed.REWROTE, ""));
          }
        } catch (Unanswered failed) {
          LOG.warn(
              "session {}: hook {} {}; the outcome of {} stays as it is",
              point.scene().session(),
              filter.name(),
              failed.getMessage(),
              point.tool());
        } catch (InterruptedException stopped) {
          // Not set again: this thread has the outcome to write down, and ends then.
          return new Passage.Passed(now.text(), marks);
        }
      }
    }
    return new Passage.Passed(now.text(), marks);
  }

  private static HookPoint.AfterTool with(HookPoint.AfterTool point, String text) {
    return new HookPoint.AfterTool(
        point.scene(), point.effect(), point.tool(), point.arguments(), point.ending(), text);
  }

  /// Has it told to whoever wants to know, after all that was to be told before.
  public void tell(HookPoint.Told point) {
    if (isFor(point.getClass())) {
      courier.take(new Courier.News(point, hooks));
    }
  }
}
