/// Walks a workspace's files as git sees them: what ignore files name is left out, no link is
/// followed, and every directory is held while something is done in it.
@NullMarked
package dev.drover.tools.search.tree;

import org.jspecify.annotations.NullMarked;
