/// Every keyword of JSON schema, and words for what does not fit.
@NullMarked
package dev.drover.schema;

import org.jspecify.annotations.NullMarked;
