/// The client against what others have written: the official suite, and servers from npm.
@NullMarked
package dev.drover.mcp.conformance;

import org.jspecify.annotations.NullMarked;
