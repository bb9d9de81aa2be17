/// What embedders use: [dev.drover.runtime.Drover] opens a store, an [dev.drover.runtime.Agent] is
/// a recipe, a [dev.drover.runtime.Session] is a durable conversation, a [dev.drover.runtime.Run]
/// is the work one prompt causes.
@NullMarked
package dev.drover.runtime;

import org.jspecify.annotations.NullMarked;
