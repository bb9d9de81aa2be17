/// What took how long in a session: spans, read from the journal and from nothing else. No event is
/// written for them, so tracing costs nothing until somebody looks.
///
/// | kind | its id | its parent | from, to |
/// | --- | --- | --- | --- |
/// | run | of the run | none | the prompt was taken, or queued; the run ended |
/// | model call | `r-1/turn-2` | the run | the model was due; it replied, with all attempts between |
/// | tool call | of the effect | the run; none if the host made it | it was planned; it is settled |
/// | approval | `e3/approval-1` | the tool call | a person was asked; somebody answered |
/// | deferral | `e3/away` | the tool call | the tool returned; somebody said how it ended |
@NullMarked
package dev.drover.runtime.trace;

import org.jspecify.annotations.NullMarked;
