/// The only code that appends to a journal. Everyone else sends a letter and waits.
///
/// [dev.drover.runtime.writer.SessionWriter] is the one writer of one session: it takes a letter,
/// asks the kernel what follows, appends, folds, and starts what is due.
/// [dev.drover.runtime.writer.Engine] finds the writer for a session and knows which processes are
/// at work.
@NullMarked
package dev.drover.runtime.writer;

import org.jspecify.annotations.NullMarked;
