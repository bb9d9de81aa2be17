package dev.drover.kernel.machine;

import dev.drover.kernel.budget.Budget;
import dev.drover.kernel.budget.Budget.BudgetCap;
import dev.drover.kernel.budget.BudgetSet;
import dev.drover.kernel.budget.ModelReplacement.FallbackModel;
import dev.drover.kernel.budget.RunLimits;
import dev.drover.kernel.budget.RunLimits.LoopGuard;
import dev.drover.kernel.budget.RunLimits.RequiredChecks;
import dev.drover.kernel.budget.TokenPrice;
import dev.drover.kernel.event.CompactionOutcome;
import dev.drover.kernel.event.Recipe;
import dev.drover.kernel.event.VerificationReport;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.message.ApprovalAnswer.OnDenial;
import dev.drover.kernel.message.ApprovalAnswer.Scope;
import dev.drover.kernel.message.CallTerms;
import dev.drover.kernel.message.CallTerms.AfterCrash;
import dev.drover.kernel.message.CallTerms.ApprovalTerms;
import dev.drover.kernel.message.CallTerms.Pace;
import dev.drover.kernel.message.ContentBlock;
import dev.drover.kernel.message.DeferredCallNews;
import dev.drover.kernel.message.FileChange;
import dev.drover.kernel.message.HookMark;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.message.ModelReply.StopReason;
import dev.drover.kernel.message.PlannedCall.Verdict;
import dev.drover.kernel.message.ProbeResult;
import dev.drover.kernel.message.Prompt;
import dev.drover.kernel.message.Prompt.AnswerType;
import dev.drover.kernel.message.Prompt.PromptDenial;
import dev.drover.kernel.message.Prompt.PromptRewrite;
import dev.drover.kernel.message.ToolAnswer.ToolDeferral;
import dev.drover.kernel.message.ToolCall;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.message.ToolQuestion;
import dev.drover.kernel.message.ToolQuestion.QuestionAnswer;
import dev.drover.kernel.value.BlobId;
import dev.drover.kernel.value.EffectClass;
import dev.drover.kernel.value.Failure;
import dev.drover.kernel.value.Label;
import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.RunKey;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/// Random values: the same seed gives the same values.
final class RandomKernelValues {
  private static final BlobId BLOB = new BlobId("ab".repeat(32));
  private static final List<String> PEOPLE = List.of("ann", "bob", "cleo");

  private final SplittableRandom random;

  RandomKernelValues(long seed) {
    random = new SplittableRandom(seed);
  }

  long seed() {
    return random.nextLong();
  }

  /// Between the two, both inclusive.
  int between(int least, int most) {
    return random.nextInt(least, most + 1);
  }

  boolean chance(int percent) {
    return random.nextInt(100) < percent;
  }

  <T> T pick(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  <T extends Enum<T>> T pick(Class<T> kind) {
    return pick(List.of(kind.getEnumConstants()));
  }

  String person() {
    return pick(PEOPLE);
  }

  Text text() {
    return switch (between(0, 5)) {
      case 0 -> Text.EMPTY;
      case 1 -> new Text.Stored(BLOB, 70_000);
      default -> Text.of("words " + between(0, 999));
    };
  }

  Usage usage() {
    int output = between(0, 30);
    return new Usage(between(0, 30), output, between(0, 9), between(0, 9), between(0, output));
  }

  RunLimits limits() {
    return new RunLimits(
        between(1, 4),
        chance(60) ? RunLimits.NO_TOKEN_LIMIT : between(1, 400),
        between(1, 3),
        LoopGuard.OFF,
        chance(60) ? BudgetSet.NONE : budgets(),
        checks());
  }

  RequiredChecks checks() {
    return chance(60)
        ? RequiredChecks.NONE
        : new RequiredChecks(
            List.of(new RequiredChecks.CheckCommand("unit", "make test")), between(0, 2));
  }

  BudgetSet budgets() {
    return BudgetSet.NONE
        .ofRun(budget(1))
        .ofSession(budget(4))
        .withPrice(new TokenPrice(1, 5, 0, 0));
  }

  private Budget budget(int times) {
    return new Budget(
        cap(times * 200), cap(times * 600), cap(times * 3), cap(times * 3), cap(9_000));
  }

  private BudgetCap cap(int most) {
    int hard = between(1, most);
    return chance(60)
        ? BudgetCap.NONE
        : chance(50) ? BudgetCap.at(hard) : BudgetCap.at(hard).warningAt(between(1, hard));
  }

  @Nullable FallbackModel fallback() {
    if (chance(60)) {
      return null;
    }
    return chance(50) ? FallbackRows.SPARE : FallbackRows.LAST;
  }

  Recipe recipe() {
    return chance(90) ? SampleValues.RECIPE : SampleValues.OTHER_RECIPE;
  }

  Prompt prompt() {
    return new Prompt(
        text(),
        List.of(),
        chance(80) ? new Prompt.History.Own() : new Prompt.History.Given(givenHistory()),
        chance(80)
            ? AnswerType.WORDS
            : new AnswerType.Json("thing", Text.of("{\"type\":\"object\"}"), between(0, 2)),
        chance(80) ? null : new RunKey("key-" + between(1, 9)),
        PromptRewrite.NONE);
  }

  AnswerValidation fit() {
    return switch (between(0, 9)) {
      case 0, 1 -> new AnswerValidation.Invalid("It has no name.");
      case 2, 3 -> new AnswerValidation.Valid(Text.of("{}"));
      default -> AnswerValidation.FREE;
    };
  }

  private List<Message> givenHistory() {
    var messages = new ArrayList<Message>();
    for (int i = between(0, 2); i > 0; i--) {
      messages.add(new Message.User(text()));
      messages.add(
          new Message.Assistant(List.of(new ContentBlock.Prose(text())), Message.Ending.WHOLE));
    }
    return messages;
  }

  ModelReply reply() {
    var blocks = new ArrayList<ContentBlock>();
    if (chance(20)) {
      blocks.add(new ContentBlock.Reasoning(text()));
    }
    if (chance(70)) {
      blocks.add(new ContentBlock.Prose(text()));
    }
    int calls = chance(40) ? 0 : chance(70) ? between(1, 3) : between(4, 12);
    for (int i = 0; i < calls; i++) {
      blocks.add(
          new ContentBlock.Call(new ToolCall("call-" + between(0, 99), "tool-" + i, text())));
    }
    return new ModelReply(blocks, pick(StopReason.class), usage());
  }

  List<JudgedCall> judged(ModelReply reply) {
    // Most turns have one kind of call, or hardly any could run all its calls in parallel.
    var pace = chance(60) ? Pace.PARALLEL : Pace.IN_ORDER;
    return reply.calls().stream()
        .map(call -> new JudgedCall(call, terms(chance(95) ? pace : Pace.IN_ORDER), verdict()))
        .toList();
  }

  CallTerms terms(Pace pace) {
    var effects = pick(EffectClass.class);
    var afterCrash =
        effects == EffectClass.UNSAFE
            ? pick(List.of(AfterCrash.TELL_MODEL, AfterCrash.ASK_PERSON, AfterCrash.PROBE))
            : pick(AfterCrash.class);
    return new CallTerms(effects, afterCrash, pace);
  }

  Verdict verdict() {
    return switch (between(0, 9)) {
      case 0 -> new Verdict.Deny("rule-1", "not here");
      case 1 -> new Verdict.Reject("no such tool");
      case 2, 3 ->
          new Verdict.Ask("rule-2", "it matters", "grant-" + between(1, 3), text(), answerers());
      default -> new Verdict.Allow("rule-3");
    };
  }

  ToolDeferral deferred() {
    return chance(50)
        ? (chance(50)
            ? ToolDeferral.untilCompleted()
            : ToolDeferral.untilCompleted().asking("job", Duration.ofSeconds(between(1, 9))))
        : ToolDeferral.within(Duration.ofSeconds(between(1, 9)));
  }

  ToolQuestion question() {
    var form =
        switch (between(0, 2)) {
          case 0 -> new ToolQuestion.Form.Confirm();
          case 1 -> new ToolQuestion.Form.Fields(Text.of("{}"));
          default -> new ToolQuestion.Form.Visit("https://example.org/consent");
        };
    return new ToolQuestion(text(), form, Text.of("page " + between(1, 9)));
  }

  QuestionAnswer questionAnswer() {
    return switch (between(0, 2)) {
      case 0 -> new QuestionAnswer.Accepted(text());
      case 1 -> new QuestionAnswer.Declined();
      default -> new QuestionAnswer.Dismissed();
    };
  }

  DeferredCallNews news() {
    return switch (between(0, 2)) {
      case 0 -> new DeferredCallNews.Ended(outcome());
      case 1 -> new DeferredCallNews.StillWorking("half", Duration.ofSeconds(between(1, 9)));
      default -> new DeferredCallNews.Gone("no such job");
    };
  }

  ApprovalTerms answerers() {
    return new ApprovalTerms(
        chance(70) ? List.of() : List.of("ann", "bob"),
        chance(70) ? null : Duration.ofSeconds(between(1, 9)));
  }

  List<Label> labels() {
    return chance(80) ? List.of() : List.of(pick(Label.class));
  }

  BlobId blob() {
    return BLOB;
  }

  List<FileChange> changes() {
    var changes = new ArrayList<FileChange>();
    for (int i = between(0, 2); i > 0; i--) {
      changes.add(new FileChange("f" + i, FileChange.ABSENT, new FileChange.FileState.Folder()));
    }
    return changes;
  }

  VerificationReport report() {
    var check =
        VerificationReport.Check.required(
            "unit", "make test", pick(VerificationReport.Check.Status.class));
    return VerificationReport.of(person(), List.of(check));
  }

  /// Of hooks that changed the text of an outcome.
  List<HookMark> marks() {
    return chance(10) ? List.of(new HookMark("mask", HookMark.Action.REWROTE, "")) : List.of();
  }

  PromptDenial denial() {
    return new PromptDenial(
        person(), "d1", List.of(new HookMark("manners", HookMark.Action.DENIED, "calmly")));
  }

  /// Mostly valid for the conversation; sometimes invalid, or denied by a hook.
  CompactionOutcome compactionOutcome(Conversation conversation) {
    var messages = conversation.messages();
    if (messages.isEmpty() || chance(10)) {
      return new CompactionOutcome.Denied(
          person(),
          pick(CompactionOutcome.Cause.class),
          List.of(new HookMark("scribe", HookMark.Action.DENIED, "not now")));
    }
    if (chance(15)) {
      return new CompactionOutcome.Failed(
          person(),
          pick(CompactionOutcome.Cause.class),
          failure().problem(),
          between(0, 900),
          chance(50) ? Usage.NONE : usage());
    }
    int size = messages.size() + (chance(5) ? 1 : 0);
    int dropped = between(1, messages.size()) - 1;
    while (dropped > 0 && messages.get(dropped) instanceof Message.ToolResult && !chance(5)) {
      dropped--;
    }
    var spared = new ArrayList<Integer>();
    for (int i = 0; i < dropped; i++) {
      if (messages.get(i) instanceof Message.User && chance(70)) {
        spared.add(i);
      }
    }
    var trimmed = new ArrayList<Integer>();
    for (int i = dropped; i < messages.size(); i++) {
      if (messages.get(i) instanceof Message.ToolResult && chance(40)) {
        trimmed.add(i);
      }
    }
    if (dropped == 0 && trimmed.isEmpty()) {
      return compactionOutcome(Conversation.EMPTY);
    }
    return new CompactionOutcome.Applied(
        person(),
        pick(CompactionOutcome.Cause.class),
        new CompactionOutcome.Cut(dropped, size - dropped, spared, trimmed),
        dropped == 0
            ? Text.EMPTY
            : Text.of(CompactionOutcome.Applied.SUMMARY_PREFIX + "] " + between(1, 99)),
        dropped == 0 ? Usage.NONE : usage(),
        marks());
  }

  ToolOutcome outcome() {
    return chance(80) ? new ToolOutcome.Succeeded(text()) : new ToolOutcome.Failed(text());
  }

  ProbeResult finding() {
    return switch (between(0, 2)) {
      case 0 -> new ProbeResult.Happened(outcome());
      case 1 -> new ProbeResult.DidNotHappen();
      default -> new ProbeResult.CannotTell("no trace");
    };
  }

  ApprovalAnswer answer() {
    return chance(65)
        ? new ApprovalAnswer.Yes(pick(Scope.class))
        : new ApprovalAnswer.No(
            chance(50) ? "" : "no", chance(75) ? OnDenial.GO_ON : OnDenial.STOP);
  }

  Failure failure() {
    return new Failure(
        new Problem("model_unavailable", "Unavailable", "the model did not answer", ""),
        switch (between(0, 3)) {
          case 0, 1 -> Failure.Retry.NEVER;
          case 2 -> new Failure.Retry.Later(Duration.ofSeconds(between(0, 9)));
          default -> new Failure.Retry.Throttled(Duration.ofSeconds(between(0, 9)));
        });
  }

  /// The step of the clock between two inputs; clocks are sometimes set back.
  Duration tick() {
    return Duration.ofMillis(chance(85) ? between(0, 5_000) : between(-60_000, 0));
  }
}
