package dev.outrigger.launch.sandbox;

/// What causes a part of the plan, so that an operator can ask of each hole who made it.
public sealed interface PlanReason {
    /// One clause for people.
    String words();

    /// Holds for every sandbox.
    record Always(String why) implements PlanReason {
        @Override
        public String words() {
            return "always: " + why;
        }
    }

    record Declared(Capability capability) implements PlanReason {
        @Override
        public String words() {
            return capability.text();
        }
    }

    /// Follows from the program that is to be run.
    record Command(String word) implements PlanReason {
        @Override
        public String words() {
            return "command: " + word;
        }
    }
}
