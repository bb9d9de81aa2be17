/// Every keyword of JSON schema, with messages for violations.
@NullMarked
package dev.drover.schema;

import org.jspecify.annotations.NullMarked;
