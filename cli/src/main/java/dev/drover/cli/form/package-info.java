/// The fields that a tool asks a person for: read from the schema of its question, described in
/// words, and filled from what the person types.
@NullMarked
package dev.drover.cli.form;

import org.jspecify.annotations.NullMarked;
