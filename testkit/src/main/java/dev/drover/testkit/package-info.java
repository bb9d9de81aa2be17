/// What a team needs to test its agents without a model, a key or a wait.
@NullMarked
package dev.drover.testkit;

import org.jspecify.annotations.NullMarked;
