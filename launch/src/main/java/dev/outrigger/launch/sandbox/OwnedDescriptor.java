package dev.outrigger.launch.sandbox;

import dev.outrigger.system.DescriptorCalls;

/// An open file of this process by its number, which may be closed more than once: the number may be
/// another's by then.
final class OwnedDescriptor implements AutoCloseable {
    private int number;

    OwnedDescriptor(int number) {
        this.number = number;
    }

    synchronized int number() {
        if (number < 0) {
            throw new IllegalStateException("a descriptor that was closed");
        }
        return number;
    }

    @Override
    public synchronized void close() {
        if (number >= 0) {
            DescriptorCalls.close(number);
            number = -1;
        }
    }
}
