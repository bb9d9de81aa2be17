/// The port to a validator of JSON schema.
///
/// The runtime checks plain schemas itself, which are nearly all. Whoever wants more of JSON schema
/// brings a [dev.drover.spi.schema.SchemaCompiler].
@NullMarked
package dev.drover.spi.schema;

import org.jspecify.annotations.NullMarked;
