import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.stream.IntStream;

/// Threads of both kinds, 300 MB, the compiler of the JDK (this is run from its source), hashes.
public class Work {
    public static void main(String[] words) throws Exception {
        var held = new byte[30][];
        for (int i = 0; i < held.length; i++) {
            held[i] = new byte[10 << 20];
        }
        long sum = IntStream.range(0, 10_000_000).parallel().mapToLong(i -> i % 7).sum();
        var thread = new Thread(() -> {});
        thread.start();
        thread.join();
        var hash = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(held[29]));
        if (sum == 29999994 && hash.length() == 64 && System.getProperty("java.vm.info").contains("mixed mode")) {
            System.out.println("done");
        } else {
            System.out.println("not done: " + sum + " " + System.getProperty("java.vm.info"));
        }
    }
}
