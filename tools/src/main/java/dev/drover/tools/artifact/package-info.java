/// The tool that pages through outputs that were too large for the conversation.
@NullMarked
package dev.drover.tools.artifact;

import org.jspecify.annotations.NullMarked;
