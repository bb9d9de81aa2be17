/// The form of each value of the kernel, with its writer and its reader in one class.
///
/// Fields are named in [dev.drover.codec.form.FieldNames], constants in
/// [dev.drover.codec.form.EnumNames]. A value that can be one of several kinds names its kind in
/// the field `is`, and in an event that field comes first. A field is omitted only where its
/// absence has the same meaning: a count of zero, a limit that is not set, a text that is empty, a
/// key that was not given. Readers request fields in the order in which writers write them; this is
/// fast, but not required.
@NullMarked
package dev.drover.codec.form;

import org.jspecify.annotations.NullMarked;
