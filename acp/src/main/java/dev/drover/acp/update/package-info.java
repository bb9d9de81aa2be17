/// What an editor is shown of a session: notices of the runtime become updates, independent of the
/// protocol's version and of the connection.
@NullMarked
package dev.drover.acp.update;

import org.jspecify.annotations.NullMarked;
