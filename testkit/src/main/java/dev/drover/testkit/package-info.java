/// Tools to test agents without a model, an API key or waiting times.
@NullMarked
package dev.drover.testkit;

import org.jspecify.annotations.NullMarked;
