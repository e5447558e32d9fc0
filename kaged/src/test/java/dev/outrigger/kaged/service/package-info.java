@NullMarked
package dev.outrigger.kaged.service;

import org.jspecify.annotations.NullMarked;
