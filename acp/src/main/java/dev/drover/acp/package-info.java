/// Sessions in editors. [dev.drover.acp.AcpAgent] serves one editor over two streams; the program
/// around it brings the agents as an [dev.drover.acp.EditorHost].
///
/// One thread reads; each request has a thread of its own; each open session has one that follows
/// its events and sends what the editor shows. A prompt waits until that thread has seen the end of
/// its run, so every update of a run comes before its answer.
@NullMarked
package dev.drover.acp;

import org.jspecify.annotations.NullMarked;
