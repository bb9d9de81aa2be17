package dev.drover.runtime.verify;

import dev.drover.kernel.CheckOutcome;
import dev.drover.kernel.CheckOutcome.Need;
import dev.drover.kernel.CheckOutcome.Standing;
import dev.drover.kernel.Text;

/// Something that tells whether a piece of work is good.
public sealed interface Check {
  /// Names it; of several outcomes with one name the newest counts.
  String id();

  Need need();

  /// The command, or what has to be looked at.
  String subject();

  /// Passes if the command ends with exit code 0.
  record Command(String id, String subject, Need need) implements Check {}

  /// No program can tell: a person has to look.
  record Review(String id, String subject, Need need) implements Check {}

  static Check required(String id, String command) {
    return new Command(id, command, Need.REQUIRED);
  }

  static Check optional(String id, String command) {
    return new Command(id, command, Need.OPTIONAL);
  }

  /// @param what there is to look at
  static Check review(String id, String what) {
    return new Review(id, what, Need.REQUIRED);
  }

  default CheckOutcome ended(Standing standing, Text evidence) {
    return new CheckOutcome(id(), subject(), need(), standing, evidence);
  }
}
