/// Where a tool may work: paths are walked name by name from the workspace's root, and nothing
/// outside of it is ever read or written, whatever links say or become.
@NullMarked
package dev.drover.tools.place;

import org.jspecify.annotations.NullMarked;
