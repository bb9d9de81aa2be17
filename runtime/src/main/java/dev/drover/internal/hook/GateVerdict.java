package dev.drover.internal.hook;

import dev.drover.kernel.message.HookMark;
import java.util.List;

/// The combined decision of all gates about a prompt or about the arguments of a call.
public sealed interface GateVerdict {
  /// @param words as the last gate left them
  /// @param marks of the gates that changed them; empty if they are unchanged
  record Passed(String words, List<HookMark> marks) implements GateVerdict {
    public Passed {
      marks = List.copyOf(marks);
    }
  }

  /// @param hook the hook that denied it
  record Denied(String hook, String why, List<HookMark> marks) implements GateVerdict {
    public Denied {
      marks = List.copyOf(marks);
    }
  }

  /// A condition for a rewrite.
  interface Condition {
    /// @return the error in it; empty if there is none
    String objection(String words);
  }
}
