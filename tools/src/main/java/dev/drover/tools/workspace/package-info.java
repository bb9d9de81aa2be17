/// Paths that a tool may use: they are resolved name by name from the workspace's root, and nothing
/// outside it is ever read or written, even if links change meanwhile.
@NullMarked
package dev.drover.tools.workspace;

import org.jspecify.annotations.NullMarked;
