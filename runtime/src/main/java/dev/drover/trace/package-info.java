/// The durations of steps in a session: spans, derived only from the journal. No event is written
/// for them, so tracing costs nothing until it is used.
///
/// | kind | its id | its parent | from, to |
/// | --- | --- | --- | --- |
/// | run | of the run | none | the prompt was accepted or queued; the run ended |
/// | model call | `r-1/turn-2` | the run | the model call was due; the model replied, including all attempts |
/// | tool call | of the effect | the run; none for a direct call | it was planned; it is settled |
/// | approval | `e3/approval-1` | the tool call | the approval was requested; it was answered |
/// | deferral | `e3/away` | the tool call | the tool returned; the deferred call was completed |
@NullMarked
package dev.drover.trace;

import org.jspecify.annotations.NullMarked;
