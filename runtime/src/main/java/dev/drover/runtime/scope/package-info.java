/// How those who do work for a session learn that it is no longer wanted. Knows nothing of
/// journals: whoever owns a scope says when it is cancelled, after that has become durable.
@NullMarked
package dev.drover.runtime.scope;

import org.jspecify.annotations.NullMarked;
