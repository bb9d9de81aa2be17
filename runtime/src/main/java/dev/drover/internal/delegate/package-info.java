/// Tasks that the host delegates itself, outside of the conversation.
@NullMarked
package dev.drover.internal.delegate;

import org.jspecify.annotations.NullMarked;
