package dev.drover.cli.work;

import dev.drover.kernel.AnswerType;
import dev.drover.kernel.BlobId;
import dev.drover.kernel.Block;
import dev.drover.kernel.Event;
import dev.drover.kernel.FileChange;
import dev.drover.kernel.Message;
import dev.drover.kernel.PlannedCall;
import dev.drover.kernel.Prompt;
import dev.drover.kernel.Recipe;
import dev.drover.kernel.RunOutcome;
import dev.drover.kernel.Text;
import dev.drover.kernel.ToolOutcome;
import dev.drover.kernel.Verdict;
import java.util.ArrayList;
import java.util.List;

/// What an event names and the journal does not hold: large texts, media, and the contents of files
/// as they were and as they became.
public final class KeptOutside {
  private final List<Text.Stored> texts = new ArrayList<>();
  private final List<BlobId> contents = new ArrayList<>();

  private KeptOutside() {}

  public static KeptOutside of(Event event) {
    var found = new KeptOutside();
    found.look(event);
    return found;
  }

  public List<Text.Stored> texts() {
    return List.copyOf(texts);
  }

  /// Those that are not texts, or not known to be.
  public List<BlobId> contents() {
    return List.copyOf(contents);
  }

  private void look(Event event) {
    switch (event) {
      case Event.OfSession about -> look(about);
      case Event.OfCall about -> look(about);
      case Event.BudgetWarned _,
          Event.ModelFailed _,
          Event.ModelReplaced _,
          Event.AnswerRejected _,
          Event.UndoOrdered _,
          Event.RunRecovered _ -> {}
      case Event.RunAccepted accepted -> look(accepted.prompt());
      case Event.ModelReplied(_, _, var reply) -> reply.blocks().forEach(this::look);
      case Event.ReplyInterrupted(_, _, var partial) -> look(partial);
      case Event.ToolsPlanned(_, var calls) -> calls.forEach(this::look);
      case Event.DirectCallAccepted(_, _, var call) -> look(call);
      case Event.PromptQueued(_, var prompt, var recipe, _) -> {
        look(prompt);
        look(recipe);
      }
      case Event.TextSteered steered -> look(steered.message());
      case Event.RunFinished(_, var outcome, _) -> look(outcome);
    }
  }

  private void look(Event.OfSession event) {
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
      case Event.RecipeAdopted(var recipe) -> look(recipe);
      case Event.SessionHandedOff(var to, _) -> look(to.words());
      case Event.OutcomeEdited(_, var outcome, _) -> look(outcome);
      case Event.HistoryCompacted(var shortening) -> look(shortening.summary());
      case Event.VerificationRecorded(var report) ->
          report.checks().forEach(check -> look(check.evidence()));
    }
  }

  private void look(Event.OfCall event) {
    switch (event) {
      case Event.ApprovalAnswered _,
          Event.ToolStarted _,
          Event.WorkspaceKept _,
          Event.ToolDeferred _,
          Event.TaskStarted _ -> {}
      case Event.ApprovalRequested asked -> look(asked.preview());
      case Event.FilesTouched(_, _, var changes) ->
          changes.forEach(
              change -> {
                look(change.before());
                look(change.after());
              });
      case Event.ToolSettled settled -> look(settled.outcome());
    }
  }

  private void look(Text text) {
    if (text instanceof Text.Stored stored) {
      texts.add(stored);
    }
  }

  private void look(Recipe recipe) {
    look(recipe.instructions());
    look(recipe.policy());
  }

  private void look(FileChange.Side side) {
    if (side instanceof FileChange.Side.File(var digest, _, var copy)
        && copy == FileChange.Copy.KEPT) {
      contents.add(digest);
    }
  }

  private void look(Prompt prompt) {
    look(prompt.message());
    if (prompt.answer() instanceof AnswerType.Json(_, var schema, _)) {
      look(schema);
    }
    if (prompt.history() instanceof Prompt.History.Given(var messages)) {
      messages.forEach(this::look);
    }
  }

  private void look(Message message) {
    switch (message) {
      case Message.User(var text, var media) -> {
        look(text);
        media.forEach(each -> contents.add(each.content()));
      }
      case Message.Assistant(var blocks, _) -> blocks.forEach(this::look);
      case Message.ToolResult(_, _, _, var outcome, _) -> look(outcome);
    }
  }

  private void look(Block block) {
    switch (block) {
      case Block.Prose(var text) -> look(text);
      case Block.Reasoning(var text) -> look(text);
      case Block.Call(var call) -> look(call.arguments());
      case Block.Opaque(_, var data) -> look(data);
    }
  }

  private void look(PlannedCall planned) {
    look(planned.call().arguments());
    if (planned.verdict() instanceof Verdict.Ask ask) {
      look(ask.preview());
    }
  }

  private void look(ToolOutcome outcome) {
    switch (outcome) {
      case ToolOutcome.Succeeded(var text, var media) -> {
        look(text);
        media.forEach(each -> contents.add(each.content()));
      }
      case ToolOutcome.Failed(var text) -> look(text);
      case ToolOutcome.Refused _,
          ToolOutcome.Denied _,
          ToolOutcome.Unknown _,
          ToolOutcome.Cancelled _ -> {}
    }
  }

  private void look(RunOutcome outcome) {
    switch (outcome) {
      case RunOutcome.Completed(var text, var value, _) -> {
        look(text);
        if (value != null) {
          look(value);
        }
      }
      case RunOutcome.HandedOff(_, _, var text) -> look(text);
      case RunOutcome.Failed(_, var text) -> look(text);
      case RunOutcome.Cancelled _ -> {}
    }
  }
}
