/// The port to a JSON Schema validator.
///
/// The runtime validates plain schemas itself, which covers nearly all. For the rest of JSON
/// Schema, add a [dev.drover.spi.schema.SchemaCompiler].
@NullMarked
package dev.drover.spi.schema;

import org.jspecify.annotations.NullMarked;
