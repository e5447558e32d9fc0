package dev.outrigger.launch.watch;

/// A call that waits, as data: who makes it, what it is named, and what it wants.
record WaitingCall(long pid, String call, Act act) {
    /// A path as it was asked for, and the one it leads to, links followed. Both begin at the root of the sandbox.
    record SeenPath(String asked, String real) {
        static SeenPath of(String path) {
            return new SeenPath(path, path);
        }
    }

    sealed interface Act {}

    record Read(SeenPath path) implements Act {}

    /// `makes`: nothing happens when it is there already.
    record Write(SeenPath path, boolean makes) implements Act {}

    record Execute(SeenPath path) implements Act {}

    record Connect(Address address) implements Act {}

    /// A question for an address, sent within the network of its own.
    record Lookup(String name) implements Act {}

    record Refused(String with) implements Act {}

    sealed interface Address {
        String words();
    }

    record Internet(String host, int port, boolean loopback) implements Address {
        static final String NOBODY = "0.0.0.0";
        static final String NOBODY_SIX = "0:0:0:0:0:0:0:0";

        /// Whom it reaches: the address of nobody, when called, is this machine's.
        Internet called() {
            return switch (host) {
                case NOBODY -> new Internet("127.0.0.1", port, loopback);
                case NOBODY_SIX -> new Internet("0:0:0:0:0:0:0:1", port, loopback);
                default -> this;
            };
        }

        @Override
        public String words() {
            return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
        }
    }

    record UnixPath(SeenPath path) implements Address {
        @Override
        public String words() {
            return path.asked();
        }
    }

    /// A name without a file. It belongs to the network, not to the file tree.
    record UnixName(String name) implements Address {
        @Override
        public String words() {
            return "@" + name;
        }
    }

    record OtherFamily(int family) implements Address {
        @Override
        public String words() {
            return "an address of family " + family;
        }
    }
}
