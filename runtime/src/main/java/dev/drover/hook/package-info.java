/// Hooks: code of the host that is called at certain points of a session's life.
///
/// A [dev.drover.hook.Hook] belongs to an agent, or to one open session, under a name. Its point
/// determines what it may do: a gate allows, rewrites or denies a prompt or a call, a filter
/// changes the result of a tool, and an observer is notified and changes nothing.
@NullMarked
package dev.drover.hook;

import org.jspecify.annotations.NullMarked;
