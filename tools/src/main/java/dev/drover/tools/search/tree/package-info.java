/// Walks a workspace's files as git sees them: ignored files are left out, links are not followed,
/// and every directory stays open while its entries are processed.
@NullMarked
package dev.drover.tools.search.tree;

import org.jspecify.annotations.NullMarked;
