/// All decisions about a session are made here. [dev.drover.kernel.machine.SessionMachine] decides
/// which [dev.drover.kernel.event.Event]s follow from an [dev.drover.kernel.machine.Input];
/// [dev.drover.kernel.machine.SessionState] folds them and derives which
/// [dev.drover.kernel.machine.Effect]s are due.
///
/// Everything here is a value. Nothing reads a clock, starts a thread, draws a random number, logs,
/// or knows how data is stored or sent. Time, new ids and policy verdicts come in with the input,
/// and the decision is written into the event.
@NullMarked
package dev.drover.kernel.machine;

import org.jspecify.annotations.NullMarked;
