/// What an embedding program uses: it builds an agent, opens a session, sends prompts and watches
/// the runs they cause.
@NullMarked
package dev.drover.runtime;

import org.jspecify.annotations.NullMarked;
