/// What is known about models and about servers that speak like OpenAI, as data that a host can add
/// to.
@NullMarked
package dev.drover.model.http.facts;

import org.jspecify.annotations.NullMarked;
