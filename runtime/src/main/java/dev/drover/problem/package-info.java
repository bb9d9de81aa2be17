/// The exceptions of the runtime: one small sealed family, each with a stable code and a remedy.
@NullMarked
package dev.drover.problem;

import org.jspecify.annotations.NullMarked;
