/// Message to decision: the one writer of a session, whether it may write, and how it stops.
///
/// [dev.drover.internal.session.SessionWriter] takes a message and passes it to its handler; all
/// writes go through [dev.drover.internal.commit.SessionCommitter].
@NullMarked
package dev.drover.internal.session;

import org.jspecify.annotations.NullMarked;
