package dev.outrigger.kaged.control;

/// Who is at the other end of a socket, in the system's own words.
public record SocketPeer(int pid, int uid, int gid) {}
