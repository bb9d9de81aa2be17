/// Known facts about models and about OpenAI-compatible servers, as data that a host can extend.
@NullMarked
package dev.drover.model.http.facts;

import org.jspecify.annotations.NullMarked;
