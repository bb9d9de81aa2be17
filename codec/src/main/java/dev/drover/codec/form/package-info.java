/// The form of each value of the kernel, its writer and its reader side by side.
///
/// Fields are named in [dev.drover.codec.form.Names], constants in [dev.drover.codec.form.Words]. A
/// value that can be one of several kinds says which in the field `is`, and in an event that field
/// comes first. A field is left out only where its absence says the same: a count of zero, a limit
/// that is not set, a text that is empty, a key that was not given. Readers ask for fields in the
/// order in which writers put them: that is fast, not necessary.
@NullMarked
package dev.drover.codec.form;

import org.jspecify.annotations.NullMarked;
