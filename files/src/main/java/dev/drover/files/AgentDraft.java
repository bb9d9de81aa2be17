package dev.drover.files;

import dev.drover.runtime.task.Subagent;
import java.util.List;

/// An agent as it was found in a file.
///
/// @param notes what of the file was left aside
record AgentDraft(Subagent agent, List<String> notes) {
  AgentDraft {
    notes = List.copyOf(notes);
  }
}
