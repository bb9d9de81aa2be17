/// All of JSON schema, for tools and answers whose schema is more than plain: alternatives,
/// references, patterns, every format and dialect.
///
/// It refuses to know what is checked and for whom. Nobody calls it by name: being on the class
/// path or module path is enough, and who has plain schemas only can leave it out, with the
/// libraries that it brings.
module dev.drover.schema {
  requires com.networknt.schema;
  requires transitive dev.drover.spi;
  requires static org.jspecify;
  requires tools.jackson.databind;

  exports dev.drover.schema;

  provides dev.drover.spi.schema.SchemaCompiler with
      dev.drover.schema.JsonSchemaCompiler;
}
