/// Shared by all workspace tools: reading a call's arguments, and turning a refusal into a message
/// for the model.
@NullMarked
package dev.drover.tools.call;

import org.jspecify.annotations.NullMarked;
