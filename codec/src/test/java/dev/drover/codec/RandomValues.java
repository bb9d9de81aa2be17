package dev.drover.codec;

import dev.drover.kernel.budget.BudgetSet;
import dev.drover.kernel.budget.ModelReplacement;
import dev.drover.kernel.budget.ModelReplacement.FallbackModel;
import dev.drover.kernel.budget.OneShotRecord;
import dev.drover.kernel.budget.RunLimits;
import dev.drover.kernel.budget.RunLimits.LoopGuard;
import dev.drover.kernel.budget.RunLimits.RequiredChecks;
import dev.drover.kernel.event.CompactionOutcome;
import dev.drover.kernel.event.CompactionOutcome.Cause;
import dev.drover.kernel.event.CompactionOutcome.CompactionRecord;
import dev.drover.kernel.event.Recipe;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.event.VerificationReport;
import dev.drover.kernel.machine.HandOffChain;
import dev.drover.kernel.machine.OpenTask;
import dev.drover.kernel.machine.SessionRecords;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.message.CallTerms;
import dev.drover.kernel.message.CallTerms.ApprovalTerms;
import dev.drover.kernel.message.ContentBlock;
import dev.drover.kernel.message.FileChange;
import dev.drover.kernel.message.HookMark;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.message.ModelReply.AnswerEnding;
import dev.drover.kernel.message.PlannedCall;
import dev.drover.kernel.message.PlannedCall.Verdict;
import dev.drover.kernel.message.Prompt;
import dev.drover.kernel.message.Prompt.AnswerType;
import dev.drover.kernel.message.Prompt.PromptDenial;
import dev.drover.kernel.message.Prompt.PromptRewrite;
import dev.drover.kernel.message.ToolAnswer.HandOff;
import dev.drover.kernel.message.ToolCall;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.message.ToolQuestion;
import dev.drover.kernel.message.ToolQuestion.QuestionAnswer;
import dev.drover.kernel.value.BlobId;
import dev.drover.kernel.value.EffectClass;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.Failure;
import dev.drover.kernel.value.Identity;
import dev.drover.kernel.value.Label;
import dev.drover.kernel.value.Media;
import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.RunKey;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.SessionOrigin;
import dev.drover.kernel.value.TaskMode;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/// Random values of the kernel, all equally likely, drawn from a seed.
final class RandomValues extends RandomSource {
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

  OneShotRecord oneShot() {
    return new OneShotRecord("o-" + attempt(), string(), usage(), RandomBudgets.budgets(this));
  }

  RunLimits limits() {
    return new RunLimits(
        attempt(),
        positive(),
        attempt(),
        choice(2) == 0
            ? LoopGuard.OFF
            : new LoopGuard(Math.max(2, attempt()), attempt(), attempt()),
        choice(2) == 0 ? BudgetSet.NONE : RandomBudgets.budgets(this),
        choice(2) == 0 ? RequiredChecks.NONE : checks());
  }

  private RequiredChecks checks() {
    return new RequiredChecks(
        List.of(
            new RequiredChecks.CheckCommand("c1", "do " + string()),
            new RequiredChecks.CheckCommand("c2" + string(), "do")),
        choice(4));
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

  PromptRewrite rewording() {
    var marks = list(this::mark);
    return marks.isEmpty()
        ? PromptRewrite.NONE
        : new PromptRewrite(marks, choice(2) == 0 ? "" : "d" + string());
  }

  PromptDenial denial() {
    var marks = new ArrayList<>(list(this::mark));
    marks.add(new HookMark(string(), HookMark.Action.DENIED, string()));
    return new PromptDenial(string(), string(), marks);
  }

  List<HookMark> marks() {
    return list(this::mark);
  }

  private HookMark mark() {
    return new HookMark(string(), of(HookMark.Action.values()), string());
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

  private ApprovalTerms answerers() {
    return new ApprovalTerms(
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

  private FileChange.FileState side() {
    return switch (choice(6)) {
      case 0 -> FileChange.ABSENT;
      case 4 -> new FileChange.FileState.Unseen(string());
      case 1 -> new FileChange.FileState.Folder();
      case 2 -> new FileChange.FileState.Link(string());
      case 3 -> new FileChange.FileState.Unread(positive(), instant(), string());
      default -> new FileChange.FileState.File(blob(), string(), of(FileChange.Copy.values()));
    };
  }

  BlobId blob() {
    return new BlobId("%064x".formatted(positive()));
  }

  Media media() {
    return new Media(string(), blob(), positive(), choice(2) == 0 ? "" : string());
  }

  ToolQuestion question() {
    var form =
        switch (choice(3)) {
          case 0 -> new ToolQuestion.Form.Confirm();
          case 1 -> new ToolQuestion.Form.Fields(text());
          default -> new ToolQuestion.Form.Visit(string());
        };
    return new ToolQuestion(text(), form, Text.of("page " + attempt()));
  }

  QuestionAnswer questionAnswer() {
    return switch (choice(3)) {
      case 0 -> new QuestionAnswer.Accepted(text());
      case 1 -> new QuestionAnswer.Declined();
      default -> new QuestionAnswer.Dismissed();
    };
  }

  ApprovalAnswer answer() {
    return choice(2) == 0
        ? new ApprovalAnswer.Yes(of(ApprovalAnswer.Scope.values()))
        : new ApprovalAnswer.No(string(), of(ApprovalAnswer.OnDenial.values()));
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

  ContentBlock block() {
    return switch (choice(4)) {
      case 0 -> new ContentBlock.Prose(text());
      case 1 -> new ContentBlock.Reasoning(text());
      case 2 -> new ContentBlock.Opaque(string(), text());
      default -> new ContentBlock.Call(call());
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
    var checks = new ArrayList<VerificationReport.Check>();
    for (int i = 0; i <= choice(MAX_LIST); i++) {
      checks.add(
          new VerificationReport.Check(
              "c" + i,
              string(),
              of(VerificationReport.Check.Requirement.values()),
              of(VerificationReport.Check.Status.values()),
              text()));
    }
    return new VerificationReport(choice(2) == 0 ? null : run(), string(), checks);
  }

  SessionRecords records() {
    return new SessionRecords(
        list(this::report), list(this::compaction), list(this::task), chain(), choice(9));
  }

  private OpenTask task() {
    return new OpenTask(session(), run(), effect(), string(), of(TaskMode.values()), limits());
  }

  private HandOffChain chain() {
    return new HandOffChain(choice(HandOffChain.MOST + 1), choice(2) == 0 ? null : session());
  }

  HandOff handOff() {
    return new HandOff(session(), run(), string(), string(), text());
  }

  SessionOrigin origin() {
    return choice(3) == 0 ? new SessionOrigin.Forked(session(), positive(), attempt()) : opened();
  }

  SessionOrigin.Opened opened() {
    return choice(2) == 0
        ? SessionOrigin.OWN
        : new SessionOrigin.Delegated(session(), effect(), of(TaskMode.values()), attempt());
  }

  private CompactionRecord compaction() {
    return new CompactionRecord(
        positive(),
        instant(),
        string(),
        of(Cause.values()),
        attempt(),
        attempt(),
        choice(3),
        choice(2) == 0);
  }

  CompactionOutcome.Applied appliedCompaction() {
    int dropped = choice(4);
    int kept = 1 + choice(9);
    List<Integer> spared = dropped > 1 ? List.of(0, dropped - 1) : List.of();
    List<Integer> trimmed = dropped == 0 || choice(2) == 0 ? List.of(dropped) : List.of();
    boolean isPlain = dropped == 0 || choice(3) == 0;
    var cause = of(Cause.values());
    return new CompactionOutcome.Applied(
        string(),
        cause,
        new CompactionOutcome.Cut(dropped, kept, isPlain ? List.of() : spared, trimmed),
        isPlain ? Text.EMPTY : Text.of("s" + string()),
        isPlain ? Usage.NONE : usage(),
        marks(),
        isPlain ? List.of() : replacements(cause));
  }

  private List<ModelReplacement> replacements(Cause cause) {
    return cause != Cause.ASKED || choice(2) == 0
        ? List.of()
        : List.of(new ModelReplacement(failure(), new FallbackModel(string(), null)));
  }

  CompactionOutcome.Denied compactionDenial() {
    return new CompactionOutcome.Denied(string(), of(Cause.values()), denial().marks());
  }

  CompactionOutcome.Failed compactionFailure() {
    var cause = of(Cause.values());
    return new CompactionOutcome.Failed(
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
