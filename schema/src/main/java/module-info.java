/// All of JSON schema, for tools and answers whose schema is not plain: alternatives, references,
/// patterns, every format and dialect.
///
/// It does not know what is checked. It is found as a service: presence on the class path or module
/// path is enough, and applications with plain schemas only can omit it with its libraries.
module dev.drover.schema {
  requires com.networknt.schema;
  requires transitive dev.drover.spi;
  requires static org.jspecify;
  requires tools.jackson.databind;

  exports dev.drover.schema;

  provides dev.drover.spi.schema.SchemaCompiler with
      dev.drover.schema.JsonSchemaCompiler;
}
