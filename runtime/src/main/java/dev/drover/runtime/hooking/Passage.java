package dev.drover.runtime.hooking;

import dev.drover.kernel.HookMark;
import java.util.List;

/// What became of a prompt, or of the arguments of a call, on its way through the gates.
public sealed interface Passage {
  /// @param words as the last gate left them
  /// @param marks of the gates that changed them; empty if they are as they were
  record Passed(String words, List<HookMark> marks) implements Passage {
    public Passed {
      marks = List.copyOf(marks);
    }
  }

  /// @param hook which one denied it
  record Denied(String hook, String why, List<HookMark> marks) implements Passage {
    public Denied {
      marks = List.copyOf(marks);
    }
  }

  /// What cannot be accepted of a rewrite.
  interface Condition {
    /// @return what is wrong with it; empty if nothing is
    String objection(String words);
  }
}
