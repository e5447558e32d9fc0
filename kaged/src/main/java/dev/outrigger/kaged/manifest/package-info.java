/// What a service plugin says of itself in kaged-plugin.yaml, checked before anything of it is believed.
@NullMarked
package dev.outrigger.kaged.manifest;

import org.jspecify.annotations.NullMarked;
