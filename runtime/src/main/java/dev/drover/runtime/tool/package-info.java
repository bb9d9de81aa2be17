/// Tools from plain Java. [dev.drover.runtime.tool.JavaTools] turns annotated methods into tools:
/// their schema, the reading of arguments and the writing of results follow from the signature.
/// [dev.drover.runtime.tool.Arguments] checks what a model sent against any tool's schema.
@NullMarked
package dev.drover.runtime.tool;

import org.jspecify.annotations.NullMarked;
