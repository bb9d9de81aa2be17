/// What users of the runtime can meet when something goes wrong: one small sealed family, each with
/// a stable code, and a remedy.
@NullMarked
package dev.drover.runtime.problem;

import org.jspecify.annotations.NullMarked;
