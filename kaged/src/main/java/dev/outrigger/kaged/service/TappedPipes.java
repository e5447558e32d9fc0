package dev.outrigger.kaged.service;

import dev.outrigger.kaged.service.PipeListener.Direction;
import dev.outrigger.wire.LineTap;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// The two pipes of a plugin, and whoever listens in. While nobody does, it costs a look at an empty list.
final class TappedPipes {
    private final List<PipeListener> taps = new CopyOnWriteArrayList<>();

    void add(PipeListener tap) {
        taps.add(tap);
    }

    void remove(PipeListener tap) {
        taps.remove(tap);
    }

    InputStream in(InputStream pipe) {
        return LineTap.on(pipe, new ForAll(Direction.FROM_PLUGIN));
    }

    OutputStream out(OutputStream pipe) {
        return LineTap.on(pipe, new ForAll(Direction.TO_PLUGIN));
    }

    private final class ForAll implements LineTap.Listener {
        private final Direction direction;

        ForAll(Direction direction) {
            this.direction = direction;
        }

        @Override
        public boolean wanted() {
            return !taps.isEmpty();
        }

        @Override
        public void line(byte[] line, boolean cut) {
            taps.forEach(tap -> tap.line(direction, line));
        }
    }
}
