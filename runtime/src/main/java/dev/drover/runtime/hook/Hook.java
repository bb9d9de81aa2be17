package dev.drover.runtime.hook;

import dev.drover.kernel.NullChecks;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/// One hook: what it is called, when its turn comes, how long it may take, and what it does.
///
/// It is called on a thread of its own, which is interrupted when its time is over, and maybe for
/// several sessions at once.
public sealed interface Hook {
  String name();

  /// The points it is for.
  Class<? extends HookPoint> kind();

  Terms terms();

  /// The same hook on other terms.
  Hook on(Terms terms);

  /// The same hook, with another turn: lower numbers come first, and equal ones in the order in
  /// which they were registered. It is 0 unless this says otherwise.
  default Hook withPriority(int priority) {
    return on(new Terms(priority, terms().timeout(), terms().reach()));
  }

  /// The same hook, with more time or less. It is 30 seconds unless this says otherwise.
  default Hook within(Duration timeout) {
    return on(new Terms(terms().priority(), timeout, terms().reach()));
  }

  /// The same hook, for the agent or session where it is registered alone, and not for those that
  /// are given work there.
  default Hook onlyHere() {
    return on(new Terms(terms().priority(), terms().timeout(), Reach.HERE));
  }

  /// Whom a hook is for.
  enum Reach {
    /// Those who work for them too, in any depth.
    INHERITED,
    HERE
  }

  /// When its turn comes, how long it may take, and whom it is for.
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

  /// Asked before a prompt, or a text for the run that is going, is delivered. A hook that throws,
  /// or takes too long, denies it.
  static Hook beforePrompt(String name, Asked<HookPoint.PromptSubmit> body) {
    return new Gate<>(name, HookPoint.PromptSubmit.class, Terms.DEFAULT, body);
  }

  /// Asked before a call is judged by policy. A hook that throws, or takes too long, denies it.
  static Hook beforeTool(String name, Asked<HookPoint.BeforeTool> body) {
    return new Gate<>(name, HookPoint.BeforeTool.class, Terms.DEFAULT, body);
  }

  /// Asked before the conversation is made shorter. A rewrite is what whoever sums it up is told. A
  /// hook that throws, or takes too long, denies it.
  static Hook beforeCompaction(String name, Asked<HookPoint.BeforeCompaction> body) {
    return new Gate<>(name, HookPoint.BeforeCompaction.class, Terms.DEFAULT, body);
  }

  /// May change what a tool gave. If it throws, or takes too long, that stays as it was.
  static Hook afterTool(String name, Changed body) {
    return new Filter(name, Terms.DEFAULT, body);
  }

  /// Told of what happened. If it throws, or takes too long, that is logged.
  ///
  /// @param kind one kind of point, or [HookPoint.Told] for all of them
  static <P extends HookPoint.Told> Hook observer(String name, Class<P> kind, Heard<P> body) {
    return new Observer<>(name, kind, Terms.DEFAULT, body);
  }

  /// @param <P> what it is asked about
  interface Asked<P> {
    GateOutcome ask(P point) throws Exception;
  }

  /// What is done with the outcome of a tool.
  interface Changed {
    /// @return another text for the model, or nothing to leave it
    Optional<String> change(HookPoint.AfterTool point) throws Exception;
  }

  /// @param <P> what it is told of
  interface Heard<P> {
    void hear(P point) throws Exception;
  }

  /// Lets something pass, rewrites it, or denies it.
  record Gate<P extends HookPoint.Gated>(String name, Class<P> kind, Terms terms, Asked<P> body)
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

  /// Changes what a tool gave.
  record Filter(String name, Terms terms, Changed body) implements Hook {
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

  /// Is told.
  record Observer<P extends HookPoint.Told>(String name, Class<P> kind, Terms terms, Heard<P> body)
      implements Hook {
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
}
