package dev.drover.codec.form;

import static dev.drover.codec.form.FieldNames.CORRELATION;
import static dev.drover.codec.form.FieldNames.IDENTITY;
import static dev.drover.codec.form.FieldNames.PRINCIPAL;
import static dev.drover.codec.form.FieldNames.TEMPLATE;
import static dev.drover.codec.form.FieldNames.TENANT;

import dev.drover.codec.json.JsonReader;
import dev.drover.codec.json.JsonWriter;
import dev.drover.kernel.value.Identity;

/// The user of a session. Absent if none is named.
final class IdentityForm {
  private IdentityForm() {}

  static void write(JsonWriter out, Identity identity) {
    if (identity.equals(Identity.NONE)) {
      return;
    }
    out.name(IDENTITY);
    out.open();
    out.field(TENANT, identity.tenant());
    out.field(PRINCIPAL, identity.principal());
    out.field(TEMPLATE, identity.template());
    out.field(CORRELATION, identity.correlation());
    out.close();
  }

  static Identity read(JsonReader in) {
    if (!in.has(IDENTITY)) {
      return Identity.NONE;
    }
    in.enter();
    return in.leave(
        new Identity(
            in.string(TENANT), in.string(PRINCIPAL), in.string(TEMPLATE), in.string(CORRELATION)));
  }
}
