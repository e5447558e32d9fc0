# Processes, threads, 300 MB, JSON.
import hashlib, json
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor


def part(n):
    return hashlib.sha256(json.dumps(list(range(n))).encode()).hexdigest()


if __name__ == "__main__":
    held = [bytearray(10 << 20) for _ in range(30)]
    with ProcessPoolExecutor(4) as processes, ThreadPoolExecutor(16) as threads:
        assert list(processes.map(part, range(1000, 1008))) == list(threads.map(part, range(1000, 1008)))
    assert len(held) == 30
    print("done")
