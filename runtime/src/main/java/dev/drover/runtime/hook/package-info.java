/// Hooks: code of the host that is asked or told at certain points of a session's life.
///
/// A [dev.drover.runtime.hook.Hook] belongs to an agent, or to one open session, under a name. What
/// it may do follows from its point: a gate lets a prompt or a call pass, rewrites it or denies it,
/// a filter changes what a tool gave, and an observer is told and changes nothing.
@NullMarked
package dev.drover.runtime.hook;

import org.jspecify.annotations.NullMarked;
