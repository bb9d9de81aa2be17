/// The scripted model: for demonstrations and tests, without key and network.
@NullMarked
package dev.drover.model.script;

import org.jspecify.annotations.NullMarked;
