package dev.drover.files;

import dev.drover.task.Subagent;
import java.util.List;

/// An agent from a file.
///
/// @param notes the parts of the file that were ignored
record ParsedAgentFile(Subagent agent, List<String> notes) {
  ParsedAgentFile {
    notes = List.copyOf(notes);
  }
}
