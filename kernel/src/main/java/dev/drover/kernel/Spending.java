package dev.drover.kernel;

import dev.drover.kernel.OpenCall.Stage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a session and its run have used of their budgets. Nothing is counted where there is nothing
/// to count for: a session without budgets and prices stays at [#NONE].
///
/// Calls that are open are counted where they stand, in [SessionState]; here is what has ended.
///
/// @param budgets in force now
/// @param origin who said so
/// @param session what its runs and direct calls have used
/// @param run what the run that is going has used; time is in the watch
/// @param warned what was said already
/// @param halt whether a call of the run was refused because of a budget
/// @param rate at which tokens of the run are counted
public record Spending(
    Budgets budgets,
    Origin origin,
    Amount session,
    Amount run,
    Watch watch,
    List<Warned> warned,
    Halt halt,
    Rate rate) {
  public static final Spending NONE =
      new Spending(
          Budgets.NONE,
          Origin.RUN,
          Amount.NONE,
          Amount.NONE,
          Watch.STOPPED,
          List.of(),
          Halt.NOT_YET,
          Rate.OWN);

  /// Stands where other denials name a rule or a person.
  public static final String RULE = "budget";

  public Spending {
    warned = List.copyOf(warned);
  }

  /// Where the budgets in force come from.
  public enum Origin {
    /// From the run itself: the next one brings its own.
    RUN,
    /// They were set for this session, and stay.
    SET
  }

  /// That a soft limit is reached was said.
  public record Warned(Payer payer, Measure measure) {}

  /// How long a run is at work.
  ///
  /// @param since when it began
  /// @param paused milliseconds in which it waited for a person, or for somebody to drive it
  public record Watch(Instant since, long paused) {
    static final Watch STOPPED = new Watch(Instant.EPOCH, 0);

    long read(Instant now) {
      return Math.max(0, Duration.between(since, now).toMillis() - paused);
    }
  }

  /// Whether the run is at its end.
  ///
  /// @param extra turns begun since a call was refused; the first of them is the last word
  /// @param why what the model was told
  public record Halt(int extra, String why) {
    static final Halt NOT_YET = new Halt(0, "");
  }

  /// What tokens cost.
  public sealed interface Rate {
    Rate OWN = new Own();

    /// What the budgets say.
    record Own() implements Rate {}

    /// What they cost with the model that has replaced the run's own, until the run ends.
    ///
    /// @param price null if it is not known
    record Replaced(@Nullable Price price) implements Rate {}
  }

  /// Of a session in which no run is going.
  public static Spending resting(
      Budgets budgets, Origin origin, Amount session, List<Warned> warned) {
    return new Spending(
        budgets, origin, session, Amount.NONE, Watch.STOPPED, warned, Halt.NOT_YET, Rate.OWN);
  }

  /// Of a fork: limits that were set stay, and nothing is spent.
  Spending forked() {
    return origin == Origin.SET ? resting(budgets, origin, Amount.NONE, List.of()) : NONE;
  }

  /// The price at which tokens are counted now; null if it is not known.
  public @Nullable Price price() {
    return switch (rate) {
      case Rate.Own _ -> budgets.price();
      case Rate.Replaced(var price) -> price;
    };
  }

  /// What a reply comes to.
  public Amount costOf(Usage used) {
    return Amount.ofReply(used, price());
  }

  /// What a summary comes to, or the attempt to make one: at the price of whoever was asked last.
  /// What was wanted outside of a run has nothing to do with the model that a run is at.
  public Amount costOf(ShorteningOutcome outcome) {
    var others = outcome.replacements();
    if (!others.isEmpty()) {
      return Amount.ofReply(outcome.usage(), others.getLast().fallback().price());
    }
    boolean isOutside = outcome.cause() == ShorteningOutcome.Cause.ASKED;
    return Amount.ofReply(outcome.usage(), isOutside ? budgets.price() : price());
  }

  /// Another model goes on in the run.
  Spending at(Rate next) {
    return new Spending(budgets, origin, session, run, watch, warned, halt, next);
  }

  boolean isCounting() {
    return !budgets.areNone();
  }

  /// Whether a budget, or the host's own guard, stood against a call of the run.
  boolean isRefusing() {
    return !halt.why().isEmpty();
  }

  /// The model has one more call, without tools, so that the user gets an answer.
  boolean isHalted() {
    return halt.extra() > 0;
  }

  /// A run begins, with its own budgets where none were set for the session.
  Spending begun(Budgets own, Instant at) {
    var next = origin == Origin.SET ? budgets : own;
    return new Spending(
        next,
        origin,
        session,
        Amount.NONE,
        new Watch(at, 0),
        stillWarned(next),
        Halt.NOT_YET,
        Rate.OWN);
  }

  /// From now on these hold. Who was at the end may go on.
  Spending set(Budgets next) {
    return new Spending(
        next, Origin.SET, session, run, watch, stillWarned(next), Halt.NOT_YET, rate);
  }

  /// About a limit that is another one now it may be said again.
  private List<Warned> stillWarned(Budgets next) {
    if (warned.isEmpty()) {
      return warned;
    }
    return warned.stream()
        .filter(said -> said.payer() instanceof Payer.OfSession)
        .filter(
            said -> budgets.session().of(said.measure()).equals(next.session().of(said.measure())))
        .toList();
  }

  Spending using(Amount more) {
    return with(run.plus(more), session.plus(more));
  }

  Spending usingDirectly(Amount more) {
    return with(run, session.plus(more));
  }

  private Spending with(Amount ofRun, Amount ofSession) {
    return new Spending(budgets, origin, ofSession, ofRun, watch, warned, halt, rate);
  }

  /// A budget stood against a call.
  Spending refusing(String told) {
    return !isRefusing() ? with(new Halt(halt.extra(), told)) : this;
  }

  /// The turn is over; these are its calls, all settled.
  Spending after(List<OpenCall> calls) {
    var used = isCounting() ? using(Amount.ofToolCalls(charged(calls))) : this;
    return !isRefusing() ? used : used.with(new Halt(halt.extra() + 1, halt.why()));
  }

  private Spending with(Halt next) {
    return new Spending(budgets, origin, session, run, watch, warned, next, rate);
  }

  static int charged(List<OpenCall> calls) {
    int charged = 0;
    for (var call : calls) {
      charged += isCharged(call) ? 1 : 0;
    }
    return charged;
  }

  /// Whether it counts: a call does once it was started, unless an account did not have it.
  static boolean isCharged(OpenCall call) {
    return call.stage().attempts() > 0
        && !(call.stage() instanceof Stage.Settled(_, var outcome) && isRefusal(outcome));
  }

  private static boolean isRefusal(ToolOutcome outcome) {
    return outcome instanceof ToolOutcome.Denied(var by, _) && by.equals(RULE);
  }

  /// Whether a budget stands against a call that ends so. A person may have that name as well, but
  /// says no only when asked.
  static boolean isRefusal(OpenCall open, ToolOutcome outcome) {
    return isRefusal(outcome)
        && !(open.stage() instanceof Stage.Asking)
        && !(open.planned().verdict() instanceof Verdict.Deny);
  }

  Spending paused(Duration gap) {
    var longer = new Watch(watch.since(), watch.paused() + gap.toMillis());
    return new Spending(budgets, origin, session, run, longer, warned, halt, rate);
  }

  Spending warned(Payer payer, Measure measure) {
    var all = new ArrayList<>(warned);
    all.add(new Warned(payer, measure));
    return new Spending(budgets, origin, session, run, watch, all, halt, rate);
  }

  /// The run is over: what it used stays with the session.
  Spending ended(Instant at) {
    long time = isCounting() ? watch.read(at) : 0;
    return new Spending(
        budgets,
        origin,
        session.plus(Amount.ofTime(time)),
        Amount.NONE,
        Watch.STOPPED,
        stillWarned(budgets),
        Halt.NOT_YET,
        Rate.OWN);
  }
}
