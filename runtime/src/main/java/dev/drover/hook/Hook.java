package dev.drover.hook;

import dev.drover.kernel.check.NullChecks;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/// One hook: its name, order, time limit and code.
///
/// It is called on a separate thread, which is interrupted when its time limit has passed. It may
/// be called for several sessions at once.
public sealed interface Hook {
  String name();

  /// The points at which it is called.
  Class<? extends HookPoint> kind();

  Terms terms();

  /// Returns this hook with other terms.
  Hook on(Terms terms);

  /// Returns this hook with another priority: lower numbers are called first, and equal ones in the
  /// order of their registration. The default is 0.
  default Hook withPriority(int priority) {
    return on(new Terms(priority, terms().timeout(), terms().reach()));
  }

  /// Returns this hook with another time limit. The default is 30 seconds.
  default Hook within(Duration timeout) {
    return on(new Terms(terms().priority(), timeout, terms().reach()));
  }

  /// Returns this hook, limited to the agent or session where it is registered; it does not apply
  /// to their tasks.
  default Hook onlyHere() {
    return on(new Terms(terms().priority(), terms().timeout(), Reach.HERE));
  }

  /// Which sessions a hook applies to.
  enum Reach {
    /// Also applies to tasks, at any depth.
    INHERITED,
    HERE
  }

  /// The order, time limit and reach of a hook.
  record Terms(int priority, Duration timeout, Reach reach) {
    public static final Terms DEFAULT = new Terms(0, Duration.ofSeconds(30), Reach.INHERITED);

    public Terms {
      NullChecks.nonNull(timeout, "Terms.timeout");
      NullChecks.nonNull(reach, "Terms.reach");
      if (!timeout.isPositive()) {
        throw new IllegalArgumentException("a hook needs time, and not " + timeout);
      }
    }
  }

  /// Called before a prompt, or a text for the current run, is delivered. A hook that throws or
  /// exceeds its time limit denies it.
  static Hook beforePrompt(String name, GateBody<HookPoint.PromptSubmit> body) {
    return new Gate<>(name, HookPoint.PromptSubmit.class, Terms.DEFAULT, body);
  }

  /// Called before policy judges a call. A hook that throws or exceeds its time limit denies the
  /// call.
  static Hook beforeTool(String name, GateBody<HookPoint.BeforeTool> body) {
    return new Gate<>(name, HookPoint.BeforeTool.class, Terms.DEFAULT, body);
  }

  /// Called before the conversation is compacted. A rewrite replaces the instructions for the
  /// summary. A hook that throws or exceeds its time limit denies the compaction.
  static Hook beforeCompaction(String name, GateBody<HookPoint.BeforeCompaction> body) {
    return new Gate<>(name, HookPoint.BeforeCompaction.class, Terms.DEFAULT, body);
  }

  /// May change the result of a tool. If it throws or exceeds its time limit, the result stays
  /// unchanged.
  static Hook afterTool(String name, FilterBody body) {
    return new Filter(name, Terms.DEFAULT, body);
  }

  /// Notified of events. If it throws or exceeds its time limit, that is logged.
  ///
  /// @param kind one kind of point, or [HookPoint.Observed] for all of them
  static <P extends HookPoint.Observed> Hook observer(
      String name, Class<P> kind, ObserverBody<P> body) {
    return new Observer<>(name, kind, Terms.DEFAULT, body);
  }

  /// @param <P> the point that it decides about
  interface GateBody<P> {
    GateOutcome ask(P point) throws Exception;
  }

  /// Code that may change the outcome of a tool.
  interface FilterBody {
    /// @return another text for the model, or empty to leave it unchanged
    Optional<String> change(HookPoint.AfterTool point) throws Exception;
  }

  /// @param <P> the point that it is notified of
  interface ObserverBody<P> {
    void hear(P point) throws Exception;
  }

  /// Allows, rewrites or denies something.
  record Gate<P extends HookPoint.Gated>(String name, Class<P> kind, Terms terms, GateBody<P> body)
      implements Hook {
    public Gate {
      NullChecks.nonNull(name, "Gate.name");
      NullChecks.nonNull(kind, "Gate.kind");
      NullChecks.nonNull(terms, "Gate.terms");
      NullChecks.nonNull(body, "Gate.body");
      requireName(name);
    }

    @Override
    public Hook on(Terms other) {
      return new Gate<>(name, kind, other, body);
    }
  }

  /// Changes the result of a tool.
  record Filter(String name, Terms terms, FilterBody body) implements Hook {
    public Filter {
      NullChecks.nonNull(name, "Filter.name");
      NullChecks.nonNull(terms, "Filter.terms");
      NullChecks.nonNull(body, "Filter.body");
      requireName(name);
    }

    @Override
    public Class<HookPoint.AfterTool> kind() {
      return HookPoint.AfterTool.class;
    }

    @Override
    public Hook on(Terms other) {
      return new Filter(name, other, body);
    }
  }

  /// Is notified.
  record Observer<P extends HookPoint.Observed>(
      String name, Class<P> kind, Terms terms, ObserverBody<P> body) implements Hook {
    public Observer {
      NullChecks.nonNull(name, "Observer.name");
      NullChecks.nonNull(kind, "Observer.kind");
      NullChecks.nonNull(terms, "Observer.terms");
      NullChecks.nonNull(body, "Observer.body");
      requireName(name);
    }

    @Override
    public Hook on(Terms other) {
      return new Observer<>(name, kind, other, body);
    }
  }

  private static void requireName(String name) {
    if (!Pattern.matches("[A-Za-z0-9][A-Za-z0-9_.-]{0,63}", name)) {
      throw new IllegalArgumentException(
          "'%s' is not a hook's name: use 1 to 64 letters, digits, '-', '_' or '.'"
              .formatted(name));
    }
  }

  /// The decision of a gate.
  sealed interface GateOutcome {
    /// Continue unchanged.
    record Continue() implements GateOutcome {}

    /// Continue with another value: a prompt, arguments as JSON, or instructions for a summary.
    ///
    /// @param why for the journal; may be empty
    record Rewrite(String to, String why) implements GateOutcome {
      public Rewrite {
        NullChecks.nonNull(to, "Rewrite.to");
        NullChecks.nonNull(why, "Rewrite.why");
      }
    }

    /// Do not continue.
    ///
    /// @param reason for the model, or for the sender of the prompt: what is wrong and what to do
    record Deny(String reason) implements GateOutcome {
      public Deny {
        NullChecks.nonNull(reason, "Deny.reason");
      }
    }

    static GateOutcome proceed() {
      return new Continue();
    }

    static GateOutcome rewrite(String to) {
      return new Rewrite(to, "");
    }

    static GateOutcome deny(String reason) {
      return new Deny(reason);
    }
  }
}
