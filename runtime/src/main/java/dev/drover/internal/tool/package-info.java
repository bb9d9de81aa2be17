/// Tools from plain Java. [dev.drover.internal.tool.JavaTools] turns annotated methods into tools:
/// the signature determines the schema, the parsing of arguments and the writing of results.
/// [dev.drover.internal.schema.ArgumentValidator] validates arguments against the schema of any
/// tool.
@NullMarked
package dev.drover.internal.tool;

import org.jspecify.annotations.NullMarked;
