package dev.drover.internal.redact;

import dev.drover.kernel.budget.ModelReplacement;
import dev.drover.kernel.event.CompactionOutcome;
import dev.drover.kernel.event.Recipe;
import dev.drover.kernel.event.VerificationReport;
import dev.drover.kernel.machine.AnswerValidation;
import dev.drover.kernel.machine.Input;
import dev.drover.kernel.machine.JudgedCall;
import dev.drover.kernel.machine.TaskOutcome;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.message.ContentBlock;
import dev.drover.kernel.message.DeferredCallNews;
import dev.drover.kernel.message.HookMark;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.message.PlannedCall.Verdict;
import dev.drover.kernel.message.ProbeResult;
import dev.drover.kernel.message.Prompt;
import dev.drover.kernel.message.Prompt.PromptDenial;
import dev.drover.kernel.message.Prompt.PromptRewrite;
import dev.drover.kernel.message.ToolAnswer.HandOff;
import dev.drover.kernel.message.ToolCall;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.message.ToolQuestion;
import dev.drover.kernel.message.ToolQuestion.QuestionAnswer;
import dev.drover.kernel.value.Failure;
import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.Text;
import dev.drover.spi.secret.SecretRedactor;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/// Removes secrets from an input before it is decided on. Everything that is journaled passes here,
/// so the state in memory and a later fold of the journal are the same.
///
/// Names and ids are not changed, nor are stored texts: those went through
/// [dev.drover.internal.text.EventTexts].
public final class InputRedactor {
  private final SecretRedactor redactor;

  // Created once: these are needed in each step of each run.
  private final UnaryOperator<ContentBlock> ofBlock = this::of;
  private final UnaryOperator<JudgedCall> ofCall = this::of;
  private final UnaryOperator<HookMark> ofMark = this::of;

  public InputRedactor(SecretRedactor redactor) {
    this.redactor = redactor;
  }

  public Input of(Input input) {
    return switch (input) {
      case Input.OfCall about -> of(about);
      case Input.Opened opened -> of(opened);
      case Input.Prompted prompted -> of(prompted);
      case Input.ModelAnswered answered -> of(answered);
      case Input.ModelCallFailed(var effect, var attempt, var failure, var retryAt, var fallback) ->
          new Input.ModelCallFailed(effect, attempt, of(failure), retryAt, fallback);
      case Input.EditRequested(var effect, var outcome, var by) ->
          new Input.EditRequested(effect, of(outcome), by);
      case Input.HandOffRequested(var to, var by) -> new Input.HandOffRequested(of(to), by);
      case Input.ModelPostponed(var effect, var attempt, var outcome) ->
          new Input.ModelPostponed(effect, attempt, of(outcome));
      case Input.CompactionGiven(var effect, var outcome) ->
          new Input.CompactionGiven(effect, of(outcome));
      case Input.DirectCalled(var run, var by, var judged) ->
          new Input.DirectCalled(run, by, of(judged));
      case Input.CancelRequested(var run, var by, var why, var partial) ->
          new Input.CancelRequested(run, by, redactor.redact(why), of(partial));
      case Input.CloseRequested(var by, var why, var partial) ->
          new Input.CloseRequested(by, redactor.redact(why), of(partial));
      case Input.ChecksEnded(var effect, var report, var findings) ->
          new Input.ChecksEnded(effect, of(report), redactor.redact(findings));
      case Input.VerificationGiven(var report) -> new Input.VerificationGiven(of(report));
      case Input.TaskFinished(var child, var end) -> new Input.TaskFinished(child, of(end));
      case Input.DenialGiven(var denial) -> new Input.DenialGiven(of(denial));
      case Input.Forked _,
          Input.OneShotGiven _,
          Input.FilesFound _,
          Input.ClearRequested _,
          Input.CompactRequested _,
          Input.BudgetsGiven _,
          Input.AccountLimitReached _,
          Input.UndoRequested _,
          Input.Recovered _ ->
          input;
    };
  }

  private Input of(Input.Opened opened) {
    return new Input.Opened(
        opened.session(),
        opened.agent(),
        opened.workspace(),
        of(opened.recipe()),
        opened.identity(),
        opened.origin());
  }

  private Input of(Input.Prompted prompted) {
    var prompt = of(prompted.prompt());
    var recipe = of(prompted.recipe());
    return prompt.equals(prompted.prompt()) && recipe.equals(prompted.recipe())
        ? prompted
        : new Input.Prompted(
            prompted.run(), prompt, recipe, prompted.limits(), prompted.whenBusy());
  }

  private Input of(Input.OfCall input) {
    return switch (input) {
      case Input.ToolAnswered(var effect, var outcome, var labels, var marks) -> {
        var clean = of(outcome);
        yield clean.equals(outcome) ? input : new Input.ToolAnswered(effect, clean, labels, marks);
      }
      case Input.DeferredCallCompleted(var effect, var outcome, var labels, var by) ->
          new Input.DeferredCallCompleted(effect, of(outcome), labels, by);
      case Input.HandedOff(var effect, var to) -> new Input.HandedOff(effect, of(to));
      case Input.ToolProbed(var effect, var finding, var marks) ->
          new Input.ToolProbed(effect, of(finding), marks);
      case Input.ApprovalGiven(var effect, ApprovalAnswer.No(var reason, var then), var by) ->
          new Input.ApprovalGiven(effect, new ApprovalAnswer.No(redactor.redact(reason), then), by);
      // The state is returned to the tool unchanged, and an address is useless if it is changed.
      case Input.ToolAsked(var effect, var question, var answerers) ->
          new Input.ToolAsked(
              effect,
              new ToolQuestion(of(question.text()), question.form(), question.state()),
              answerers);
      case Input.AnswerGiven(var effect, var round, QuestionAnswer.Accepted(var content), var by) ->
          new Input.AnswerGiven(effect, round, new QuestionAnswer.Accepted(of(content)), by);
      case Input.DeferredNewsGiven(var effect, var news, var labels, var marks) ->
          new Input.DeferredNewsGiven(effect, of(news), labels, marks);
      case Input.ApprovalGiven _,
          Input.AnswerGiven _,
          Input.TaskAnnounced _,
          Input.FilesAnnounced _,
          Input.WorkspaceCaptured _,
          Input.ToolDeferred _,
          Input.CallCancelled _,
          Input.DeferredCallExpired _,
          Input.ApprovalExpired _ ->
          input;
    };
  }

  private VerificationReport of(VerificationReport report) {
    return new VerificationReport(report.run(), report.by(), each(report.checks(), this::of));
  }

  private HandOff of(HandOff to) {
    return new HandOff(to.successor(), to.run(), to.agent(), to.workspace(), of(to.prompt()));
  }

  private TaskOutcome of(TaskOutcome end) {
    return new TaskOutcome(end.status(), of(end.text()), end.usage(), of(end.note()), end.labels());
  }

  private Input of(Input.ModelAnswered answered) {
    var reply = of(answered.reply());
    var judged = each(answered.judged(), ofCall);
    var fit = of(answered.fit());
    return reply.equals(answered.reply())
            && judged.equals(answered.judged())
            && fit.equals(answered.fit())
        ? answered
        : new Input.ModelAnswered(answered.effect(), answered.attempt(), reply, judged, fit);
  }

  private AnswerValidation of(AnswerValidation fit) {
    return switch (fit) {
      case AnswerValidation.NotRequired free -> free;
      case AnswerValidation.Valid(var value) -> new AnswerValidation.Valid(of(value));
      case AnswerValidation.Invalid(var complaint) ->
          new AnswerValidation.Invalid(redactor.redact(complaint));
      case AnswerValidation.Unreadable notKept -> notKept;
    };
  }

  public Prompt of(Prompt prompt) {
    var history =
        switch (prompt.history()) {
          case Prompt.History.Own own -> own;
          case Prompt.History.Given(var messages) ->
              new Prompt.History.Given(each(messages, this::of));
        };
    var text = of(prompt.text());
    var rewording = of(prompt.rewording());
    return text.equals(prompt.text())
            && history.equals(prompt.history())
            && rewording.equals(prompt.rewording())
        ? prompt
        : new Prompt(text, prompt.media(), history, prompt.answer(), prompt.key(), rewording);
  }

  public Text of(Text text) {
    if (!(text instanceof Text.Inline(var value))) {
      return text;
    }
    var clean = redactor.redact(value);
    return clean.equals(value) ? text : Text.of(clean);
  }

  private Recipe of(Recipe recipe) {
    var instructions = of(recipe.instructions());
    if (instructions.equals(recipe.instructions())) {
      return recipe;
    }
    return new Recipe(
        recipe.model(), instructions, recipe.tools(), recipe.toolset(), recipe.policy());
  }

  private ModelReply of(ModelReply reply) {
    var clean = each(reply.blocks(), ofBlock);
    return clean.equals(reply.blocks())
        ? reply
        : new ModelReply(clean, reply.stop(), reply.usage());
  }

  private ContentBlock of(ContentBlock block) {
    return switch (block) {
      case ContentBlock.Prose(var text) -> {
        var clean = of(text);
        yield clean.equals(text) ? block : new ContentBlock.Prose(clean);
      }
      case ContentBlock.Reasoning(var text) -> new ContentBlock.Reasoning(of(text));
      case ContentBlock.Call(var call) -> {
        var clean = of(call);
        yield clean.equals(call) ? block : new ContentBlock.Call(clean);
      }
      // The model that created it verifies it: a changed block would be rejected.
      case ContentBlock.Opaque _ -> block;
    };
  }

  private ToolCall of(ToolCall call) {
    var clean = of(call.arguments());
    return clean.equals(call.arguments()) ? call : new ToolCall(call.callId(), call.tool(), clean);
  }

  private Message of(Message message) {
    return switch (message) {
      case Message.User(var text, var media) -> new Message.User(of(text), media);
      case Message.Assistant(var blocks, var ending) ->
          new Message.Assistant(each(blocks, this::of), ending);
      case Message.ToolResult(var effect, var callId, var tool, var outcome, var labels) ->
          new Message.ToolResult(effect, callId, tool, of(outcome), labels);
    };
  }

  private JudgedCall of(JudgedCall judged) {
    var call = of(judged.call());
    var verdict = of(judged.verdict());
    var marks = each(judged.marks(), ofMark);
    return call.equals(judged.call())
            && verdict.equals(judged.verdict())
            && marks.equals(judged.marks())
        ? judged
        : new JudgedCall(call, judged.terms(), verdict, judged.basis(), marks);
  }

  private PromptRewrite of(PromptRewrite rewording) {
    var marks = each(rewording.marks(), ofMark);
    return marks.equals(rewording.marks())
        ? rewording
        : new PromptRewrite(marks, rewording.digest());
  }

  private PromptDenial of(PromptDenial denial) {
    return new PromptDenial(denial.by(), denial.digest(), each(denial.marks(), this::of));
  }

  private CompactionOutcome of(CompactionOutcome outcome) {
    return switch (outcome) {
      case CompactionOutcome.Applied(
              var by,
              var cause,
              var cut,
              var summary,
              var usage,
              var marks,
              var others) ->
          new CompactionOutcome.Applied(
              by, cause, cut, of(summary), usage, each(marks, this::of), each(others, this::of));
      case CompactionOutcome.Failed(
              var by,
              var cause,
              var problem,
              var tokens,
              var usage,
              var others) ->
          new CompactionOutcome.Failed(
              by, cause, of(problem), tokens, usage, each(others, this::of));
      case CompactionOutcome.Denied(var by, var cause, var marks) ->
          new CompactionOutcome.Denied(by, cause, each(marks, this::of));
    };
  }

  private ModelReplacement of(ModelReplacement replacement) {
    return new ModelReplacement(of(replacement.failure()), replacement.fallback());
  }

  private HookMark of(HookMark mark) {
    var why = redactor.redact(mark.why());
    return why.equals(mark.why()) ? mark : new HookMark(mark.hook(), mark.action(), why);
  }

  private Verdict of(Verdict verdict) {
    return switch (verdict) {
      case Verdict.Allow allow -> allow;
      case Verdict.Ask(var rule, var why, var grant, var preview, var answerers) ->
          new Verdict.Ask(
              rule, redactor.redact(why), redactor.redact(grant), of(preview), answerers);
      case Verdict.Deny(var rule, var why) -> new Verdict.Deny(rule, redactor.redact(why));
      case Verdict.Reject(var reason) -> new Verdict.Reject(redactor.redact(reason));
    };
  }

  private ToolOutcome of(ToolOutcome outcome) {
    return switch (outcome) {
      case ToolOutcome.Succeeded(var content, var media) -> {
        var clean = of(content);
        yield clean.equals(content) ? outcome : new ToolOutcome.Succeeded(clean, media);
      }
      case ToolOutcome.Failed(var reason) -> new ToolOutcome.Failed(of(reason));
      case ToolOutcome.Refused(var reason) -> new ToolOutcome.Refused(redactor.redact(reason));
      case ToolOutcome.Denied(var by, var reason) ->
          new ToolOutcome.Denied(by, redactor.redact(reason));
      case ToolOutcome.Unknown(var why) -> new ToolOutcome.Unknown(redactor.redact(why));
      case ToolOutcome.Cancelled(var why) -> new ToolOutcome.Cancelled(redactor.redact(why));
    };
  }

  private VerificationReport.Check of(VerificationReport.Check check) {
    return new VerificationReport.Check(
        check.id(),
        redactor.redact(check.subject()),
        check.requirement(),
        check.status(),
        of(check.evidence()));
  }

  private ProbeResult of(ProbeResult finding) {
    return switch (finding) {
      case ProbeResult.Happened(var outcome) -> new ProbeResult.Happened(of(outcome));
      case ProbeResult.DidNotHappen nothing -> nothing;
      case ProbeResult.CannotTell(var why) -> new ProbeResult.CannotTell(redactor.redact(why));
    };
  }

  private DeferredCallNews of(DeferredCallNews news) {
    return switch (news) {
      case DeferredCallNews.Ended(var outcome) -> new DeferredCallNews.Ended(of(outcome));
      case DeferredCallNews.StillWorking(var progress, var next) ->
          new DeferredCallNews.StillWorking(redactor.redact(progress), next);
      case DeferredCallNews.Gone(var why) -> new DeferredCallNews.Gone(redactor.redact(why));
    };
  }

  private Failure of(Failure failure) {
    return new Failure(of(failure.problem()), failure.retry());
  }

  private Problem of(Problem problem) {
    return new Problem(
        problem.code(),
        redactor.redact(problem.title()),
        redactor.redact(problem.detail()),
        redactor.redact(problem.remedy()));
  }

  private static <T> List<T> each(List<T> list, UnaryOperator<T> change) {
    var changed = List.<T>of();
    for (int i = 0; i < list.size(); i++) {
      var clean = change.apply(list.get(i));
      if (!clean.equals(list.get(i))) {
        changed = changed.isEmpty() ? new ArrayList<>(list) : changed;
        changed.set(i, clean);
      }
    }
    return changed.isEmpty() ? list : changed;
  }
}
