/// Tool calls that the host makes itself. They use the same schema, timeout and events as calls of
/// the model, and do not enter the conversation.
@NullMarked
package dev.drover.internal.direct;

import org.jspecify.annotations.NullMarked;
