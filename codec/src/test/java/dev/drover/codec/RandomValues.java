package dev.drover.codec;

import dev.drover.kernel.Annals;
import dev.drover.kernel.Answer;
import dev.drover.kernel.AnswerEnding;
import dev.drover.kernel.AnswerType;
import dev.drover.kernel.Answerers;
import dev.drover.kernel.BlobId;
import dev.drover.kernel.Block;
import dev.drover.kernel.Budgets;
import dev.drover.kernel.CallTerms;
import dev.drover.kernel.Chain;
import dev.drover.kernel.CheckOutcome;
import dev.drover.kernel.Compaction;
import dev.drover.kernel.Cut;
import dev.drover.kernel.EffectClass;
import dev.drover.kernel.EffectId;
import dev.drover.kernel.Failure;
import dev.drover.kernel.Fallback;
import dev.drover.kernel.FileChange;
import dev.drover.kernel.HandOff;
import dev.drover.kernel.HookMark;
import dev.drover.kernel.Identity;
import dev.drover.kernel.Label;
import dev.drover.kernel.Limits;
import dev.drover.kernel.LoopGuard;
import dev.drover.kernel.Media;
import dev.drover.kernel.Message;
import dev.drover.kernel.ModelReply;
import dev.drover.kernel.OneShot;
import dev.drover.kernel.Origin;
import dev.drover.kernel.PlannedCall;
import dev.drover.kernel.Problem;
import dev.drover.kernel.Prompt;
import dev.drover.kernel.PromptDenial;
import dev.drover.kernel.Recipe;
import dev.drover.kernel.Replacement;
import dev.drover.kernel.Rewording;
import dev.drover.kernel.RunId;
import dev.drover.kernel.RunKey;
import dev.drover.kernel.RunOutcome;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.Shortening;
import dev.drover.kernel.ShorteningDenial;
import dev.drover.kernel.ShorteningFailure;
import dev.drover.kernel.ShorteningOutcome.Cause;
import dev.drover.kernel.Task;
import dev.drover.kernel.TaskMode;
import dev.drover.kernel.Text;
import dev.drover.kernel.ToolCall;
import dev.drover.kernel.ToolOutcome;
import dev.drover.kernel.Usage;
import dev.drover.kernel.Verdict;
import dev.drover.kernel.VerificationReport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/// Values of the kernel, one like any other, drawn from a seed.
final class RandomValues extends Dice {
  RandomValues(SplittableRandom random) {
    super(random);
  }

  SessionId session() {
    return new SessionId("s-" + choice(1000));
  }

  RunId run() {
    return new RunId("r_" + choice(1000));
  }

  EffectId effect() {
    return new EffectId(positive());
  }

  Text text() {
    return choice(5) == 0 ? new Text.Stored(blob(), positive()) : Text.of(string());
  }

  Usage usage() {
    long output = count();
    return new Usage(count(), output, count(), count(), Math.min(output, count()));
  }

  OneShot oneShot() {
    return new OneShot("o-" + attempt(), string(), usage(), RandomBudgets.budgets(this));
  }

  Limits limits() {
    return new Limits(
        attempt(),
        positive(),
        attempt(),
        choice(2) == 0
            ? LoopGuard.OFF
            : new LoopGuard(Math.max(2, attempt()), attempt(), attempt()),
        choice(2) == 0 ? Budgets.NONE : RandomBudgets.budgets(this));
  }

  Recipe recipe() {
    return new Recipe(string(), text(), list(this::string), string(), text());
  }

  Prompt prompt() {
    return new Prompt(
        text(),
        list(this::media),
        choice(2) == 0 ? new Prompt.History.Own() : new Prompt.History.Given(list(this::message)),
        choice(2) == 0 ? AnswerType.WORDS : new AnswerType.Json(string(), text(), choice(9)),
        key(),
        rewording());
  }

  Rewording rewording() {
    var marks = list(this::mark);
    return marks.isEmpty()
        ? Rewording.NONE
        : new Rewording(marks, choice(2) == 0 ? "" : "d" + string());
  }

  PromptDenial denial() {
    var marks = new ArrayList<>(list(this::mark));
    marks.add(new HookMark(string(), HookMark.Deed.DENIED, string()));
    return new PromptDenial(string(), string(), marks);
  }

  List<HookMark> marks() {
    return list(this::mark);
  }

  private HookMark mark() {
    return new HookMark(string(), of(HookMark.Deed.values()), string());
  }

  private @Nullable RunKey key() {
    return choice(2) == 0 ? null : new RunKey("k" + string());
  }

  ToolCall call() {
    return new ToolCall(string(), string(), text());
  }

  PlannedCall plannedCall() {
    var effects = of(EffectClass.values());
    var afterCrash = of(CallTerms.AfterCrash.values());
    if (effects == EffectClass.UNSAFE && afterCrash == CallTerms.AfterCrash.RUN_AGAIN) {
      afterCrash = CallTerms.AfterCrash.TELL_MODEL;
    }
    var terms = new CallTerms(effects, afterCrash, of(CallTerms.Pace.values()));
    return new PlannedCall(effect(), call(), terms, verdict(), string(), list(this::mark));
  }

  private Verdict verdict() {
    return switch (choice(4)) {
      case 0 -> new Verdict.Allow(string());
      case 1 -> new Verdict.Ask(string(), string(), string(), text(), answerers());
      case 2 -> new Verdict.Deny(string(), string());
      default -> new Verdict.Reject(string());
    };
  }

  private Answerers answerers() {
    return new Answerers(
        list(this::string),
        choice(2) == 0 ? null : Duration.ofSeconds(1 + count() / 2, choice(1_000_000_000)));
  }

  Identity identity() {
    return switch (choice(3)) {
      case 0 -> Identity.NONE;
      case 1 -> Identity.ofTenant("t" + choice(100));
      default -> new Identity("é" + choice(9), "p\"", "", "c\\" + choice(9));
    };
  }

  List<Label> labels() {
    return list(() -> of(Label.values()));
  }

  FileChange change() {
    return new FileChange("p" + string(), side(), side());
  }

  private FileChange.Side side() {
    return switch (choice(6)) {
      case 0 -> FileChange.ABSENT;
      case 4 -> new FileChange.Side.Unseen(string());
      case 1 -> new FileChange.Side.Folder();
      case 2 -> new FileChange.Side.Link(string());
      case 3 -> new FileChange.Side.Unread(positive(), instant(), string());
      default -> new FileChange.Side.File(blob(), string(), of(FileChange.Copy.values()));
    };
  }

  BlobId blob() {
    return new BlobId("%064x".formatted(positive()));
  }

  Media media() {
    return new Media(string(), blob(), positive(), choice(2) == 0 ? "" : string());
  }

  Answer answer() {
    return choice(2) == 0
        ? new Answer.Yes(of(Answer.Scope.values()))
        : new Answer.No(string(), of(Answer.Then.values()));
  }

  ToolOutcome outcome() {
    return switch (choice(6)) {
      case 0 -> new ToolOutcome.Succeeded(text(), list(this::media));
      case 1 -> new ToolOutcome.Failed(text());
      case 2 -> new ToolOutcome.Refused(string());
      case 3 -> new ToolOutcome.Denied(string(), string());
      case 4 -> new ToolOutcome.Unknown(string());
      default -> new ToolOutcome.Cancelled(string());
    };
  }

  Failure failure() {
    var problem = new Problem("code_" + choice(100), string(), string(), string());
    var after = Duration.ofSeconds(count(), choice(1_000_000_000));
    return new Failure(
        problem,
        switch (choice(3)) {
          case 0 -> Failure.Retry.NEVER;
          case 1 -> new Failure.Retry.Later(after);
          default -> new Failure.Retry.Throttled(after);
        });
  }

  Block block() {
    return switch (choice(4)) {
      case 0 -> new Block.Prose(text());
      case 1 -> new Block.Reasoning(text());
      case 2 -> new Block.Opaque(string(), text());
      default -> new Block.Call(call());
    };
  }

  ModelReply reply() {
    return new ModelReply(list(this::block), of(ModelReply.StopReason.values()), usage());
  }

  Message message() {
    return switch (choice(3)) {
      case 0 -> new Message.User(text(), list(this::media));
      case 1 -> new Message.Assistant(list(this::block), of(Message.Ending.values()));
      default -> new Message.ToolResult(effect(), string(), string(), outcome(), labels());
    };
  }

  VerificationReport report() {
    var checks = new ArrayList<CheckOutcome>();
    for (int i = 0; i <= choice(MAX_LIST); i++) {
      checks.add(
          new CheckOutcome(
              "c" + i,
              string(),
              of(CheckOutcome.Need.values()),
              of(CheckOutcome.Standing.values()),
              text()));
    }
    return new VerificationReport(choice(2) == 0 ? null : run(), string(), checks);
  }

  Annals annals() {
    return new Annals(
        list(this::report), list(this::compaction), list(this::task), chain(), choice(9));
  }

  private Task task() {
    return new Task(session(), run(), effect(), string(), of(TaskMode.values()), limits());
  }

  private Chain chain() {
    return new Chain(choice(Chain.MOST + 1), choice(2) == 0 ? null : session());
  }

  HandOff handOff() {
    return new HandOff(session(), run(), string(), string(), text());
  }

  Origin origin() {
    return choice(3) == 0 ? new Origin.Forked(session(), positive(), attempt()) : opened();
  }

  Origin.Opened opened() {
    return choice(2) == 0
        ? Origin.OWN
        : new Origin.Delegated(session(), effect(), of(TaskMode.values()), attempt());
  }

  private Compaction compaction() {
    return new Compaction(
        positive(),
        instant(),
        string(),
        of(Cause.values()),
        attempt(),
        attempt(),
        choice(3),
        choice(2) == 0);
  }

  Shortening shortening() {
    int dropped = choice(4);
    int kept = 1 + choice(9);
    List<Integer> spared = dropped > 1 ? List.of(0, dropped - 1) : List.of();
    List<Integer> trimmed = dropped == 0 || choice(2) == 0 ? List.of(dropped) : List.of();
    boolean isPlain = dropped == 0 || choice(3) == 0;
    var cause = of(Cause.values());
    return new Shortening(
        string(),
        cause,
        new Cut(dropped, kept, isPlain ? List.of() : spared, trimmed),
        isPlain ? Text.EMPTY : Text.of("s" + string()),
        isPlain ? Usage.NONE : usage(),
        marks(),
        isPlain ? List.of() : replacements(cause));
  }

  private List<Replacement> replacements(Cause cause) {
    return cause != Cause.ASKED || choice(2) == 0
        ? List.of()
        : List.of(new Replacement(failure(), new Fallback(string(), null)));
  }

  ShorteningDenial shorteningDenial() {
    return new ShorteningDenial(string(), of(Cause.values()), denial().marks());
  }

  ShorteningFailure shorteningFailure() {
    var cause = of(Cause.values());
    return new ShorteningFailure(
        string(),
        cause,
        failure().problem(),
        choice(2) == 0 ? 0 : positive(),
        choice(2) == 0 ? Usage.NONE : usage(),
        replacements(cause));
  }

  RunOutcome runOutcome() {
    return switch (choice(4)) {
      case 3 -> new RunOutcome.HandedOff(session(), run(), text());
      case 0 ->
          new RunOutcome.Completed(
              text(), choice(2) == 0 ? null : text(), of(AnswerEnding.values()));
      case 1 -> new RunOutcome.Failed(failure(), text());
      default -> new RunOutcome.Cancelled(string(), string());
    };
  }
}
