package dev.drover.cli.runtime;

import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.Recipe;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.message.ContentBlock;
import dev.drover.kernel.message.FileChange;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.PlannedCall;
import dev.drover.kernel.message.PlannedCall.Verdict;
import dev.drover.kernel.message.Prompt;
import dev.drover.kernel.message.Prompt.AnswerType;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.message.ToolQuestion;
import dev.drover.kernel.message.ToolQuestion.QuestionAnswer;
import dev.drover.kernel.value.BlobId;
import dev.drover.kernel.value.Text;
import java.util.ArrayList;
import java.util.List;

/// The blobs that an event refers to: large texts, media, and file contents before and after a
/// change.
public final class EventBlobs {
  private final List<Text.Stored> texts = new ArrayList<>();
  private final List<BlobId> contents = new ArrayList<>();

  private EventBlobs() {}

  public static EventBlobs of(Event event) {
    var found = new EventBlobs();
    found.collect(event);
    return found;
  }

  public List<Text.Stored> texts() {
    return List.copyOf(texts);
  }

  /// Blobs that are not texts, or not known to be.
  public List<BlobId> contents() {
    return List.copyOf(contents);
  }

  private void collect(Event event) {
    switch (event) {
      case Event.OfSession about -> collect(about);
      case Event.OfCall about -> collect(about);
      case Event.BudgetWarned _,
          Event.ModelFailed _,
          Event.ModelReplaced _,
          Event.AnswerRejected _,
          Event.VerificationFailed _,
          Event.UndoOrdered _,
          Event.RunRecovered _ -> {}
      case Event.RunAccepted accepted -> collect(accepted.prompt());
      case Event.ModelReplied(_, _, var reply) -> reply.blocks().forEach(this::collect);
      case Event.ReplyInterrupted(_, _, var partial) -> collect(partial);
      case Event.VerificationStarted(_, _, var answer) -> collect(answer);
      case Event.ToolsPlanned(_, var calls) -> calls.forEach(this::collect);
      case Event.DirectCallAccepted(_, _, var call) -> collect(call);
      case Event.PromptQueued(_, var prompt, var recipe, _) -> {
        collect(prompt);
        collect(recipe);
      }
      case Event.TextSteered steered -> collect(steered.message());
      case Event.RunFinished(_, var outcome, _) -> collect(outcome);
    }
  }

  private void collect(Event.OfSession event) {
    switch (event) {
      case Event.SessionOpened _,
          Event.SessionForked _,
          Event.HistoryCleared _,
          Event.CompactionDenied _,
          Event.CompactionFailed _,
          Event.PromptDenied _,
          Event.BudgetsSet _,
          Event.CompletionMade _,
          Event.TaskEnded _ -> {}
      case Event.RecipeAdopted(var recipe) -> collect(recipe);
      case Event.SessionHandedOff(var to, _) -> collect(to.prompt());
      case Event.OutcomeEdited(_, var outcome, _) -> collect(outcome);
      case Event.HistoryCompacted(var shortening) -> collect(shortening.summary());
      case Event.VerificationRecorded(var report) ->
          report.checks().forEach(check -> collect(check.evidence()));
    }
  }

  private void collect(Event.OfCall event) {
    switch (event) {
      case Event.ApprovalAnswered _,
          Event.ToolStarted _,
          Event.WorkspaceKept _,
          Event.ToolDeferred _,
          Event.DeferredCallChecked _,
          Event.TaskStarted _ -> {}
      case Event.QuestionAsked asked -> {
        collect(asked.question().text());
        collect(asked.question().state());
        if (asked.question().form() instanceof ToolQuestion.Form.Fields(var schema)) {
          collect(schema);
        }
      }
      case Event.QuestionAnswered answered -> {
        if (answered.answer() instanceof QuestionAnswer.Accepted(var content)) {
          collect(content);
        }
      }
      case Event.ApprovalRequested asked -> collect(asked.preview());
      case Event.FilesTouched(_, _, var changes) ->
          changes.forEach(
              change -> {
                collect(change.before());
                collect(change.after());
              });
      case Event.ToolSettled settled -> collect(settled.outcome());
    }
  }

  private void collect(Text text) {
    if (text instanceof Text.Stored stored) {
      texts.add(stored);
    }
  }

  private void collect(Recipe recipe) {
    collect(recipe.instructions());
    collect(recipe.policy());
  }

  private void collect(FileChange.FileState side) {
    if (side instanceof FileChange.FileState.File(var digest, _, var copy)
        && copy == FileChange.Copy.KEPT) {
      contents.add(digest);
    }
  }

  private void collect(Prompt prompt) {
    collect(prompt.message());
    if (prompt.answer() instanceof AnswerType.Json(_, var schema, _)) {
      collect(schema);
    }
    if (prompt.history() instanceof Prompt.History.Given(var messages)) {
      messages.forEach(this::collect);
    }
  }

  private void collect(Message message) {
    switch (message) {
      case Message.User(var text, var media) -> {
        collect(text);
        media.forEach(each -> contents.add(each.content()));
      }
      case Message.Assistant(var blocks, _) -> blocks.forEach(this::collect);
      case Message.ToolResult(_, _, _, var outcome, _) -> collect(outcome);
    }
  }

  private void collect(ContentBlock block) {
    switch (block) {
      case ContentBlock.Prose(var text) -> collect(text);
      case ContentBlock.Reasoning(var text) -> collect(text);
      case ContentBlock.Call(var call) -> collect(call.arguments());
      case ContentBlock.Opaque(_, var data) -> collect(data);
    }
  }

  private void collect(PlannedCall planned) {
    collect(planned.call().arguments());
    if (planned.verdict() instanceof Verdict.Ask ask) {
      collect(ask.preview());
    }
  }

  private void collect(ToolOutcome outcome) {
    switch (outcome) {
      case ToolOutcome.Succeeded(var text, var media) -> {
        collect(text);
        media.forEach(each -> contents.add(each.content()));
      }
      case ToolOutcome.Failed(var text) -> collect(text);
      case ToolOutcome.Refused _,
          ToolOutcome.Denied _,
          ToolOutcome.Unknown _,
          ToolOutcome.Cancelled _ -> {}
    }
  }

  private void collect(RunOutcome outcome) {
    switch (outcome) {
      case RunOutcome.Completed(var text, var value, _) -> {
        collect(text);
        if (value != null) {
          collect(value);
        }
      }
      case RunOutcome.HandedOff(_, _, var text) -> collect(text);
      case RunOutcome.Failed(_, var text) -> collect(text);
      case RunOutcome.Cancelled _ -> {}
    }
  }
}
