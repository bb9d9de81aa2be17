/// Reads and writes events as JSON. Golden files hold it to what earlier releases wrote.
@NullMarked
package dev.drover.codec;

import org.jspecify.annotations.NullMarked;
