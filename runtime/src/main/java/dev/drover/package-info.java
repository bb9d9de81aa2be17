/// The API that a program needs first. [dev.drover.Drover] is one runtime on one store; an
/// [dev.drover.Agent] is a recipe; a [dev.drover.Session] is one durable conversation; a
/// [dev.drover.Run] is the work that one prompt causes.
///
/// The packages below contain the rest of the API, by concept. Everything in `internal` is not
/// exported.
@NullMarked
package dev.drover;

import org.jspecify.annotations.NullMarked;
