/// Takes snapshots of a workspace before and after a command, and reports the differences.
///
/// Knows nothing about commands: the changes of any action can be tracked.
@NullMarked
package dev.drover.tools.snapshot;

import org.jspecify.annotations.NullMarked;
