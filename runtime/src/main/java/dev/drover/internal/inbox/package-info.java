/// Input to message: mailboxes of sessions, the loaded writers, and the durable inbox for other
/// processes.
@NullMarked
package dev.drover.internal.inbox;

import org.jspecify.annotations.NullMarked;
