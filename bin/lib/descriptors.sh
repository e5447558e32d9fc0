# Sourced first: what we were started without, we must not open by accident. The next file that is opened gets the number of a closed descriptor, and
# with it whatever is meant for standard output or error. Closed input is empty, closed error is heard by nobody; output that somebody wanted and
# closed cannot be written to, which is an error as it is on a full disk. No sub-shell, and no /proc, which may be missing.
true 3>&2 || exec 2>/dev/null
{
    true 3<&0 || exec </dev/null
    true 3>&1 || exec 1</dev/null
} 2>/dev/null
