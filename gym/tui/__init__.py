"""The practice room: full-screen views over what the other layers know. They render and steer, and decide nothing."""
