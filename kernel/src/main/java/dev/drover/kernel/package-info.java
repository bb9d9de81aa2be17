/// A session is decided here and nowhere else. [dev.drover.kernel.SessionMachine] says which
/// [dev.drover.kernel.Event]s follow from an [dev.drover.kernel.Input];
/// [dev.drover.kernel.SessionState] folds them and reads from itself which
/// [dev.drover.kernel.Effect]s are due.
///
/// Everything here is a value. Nothing reads a clock, starts a thread, draws a random number, logs,
/// or knows how a thing is stored or sent: time and new ids come in with the input, verdicts of
/// policies come in with the input, and what was decided is written into the event.
@NullMarked
package dev.drover.kernel;

import org.jspecify.annotations.NullMarked;
