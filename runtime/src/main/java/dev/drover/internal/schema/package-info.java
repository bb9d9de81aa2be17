/// JSON schemas of Java types, and the mapping between JSON and Java values.
@NullMarked
package dev.drover.internal.schema;

import org.jspecify.annotations.NullMarked;
