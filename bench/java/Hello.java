/// The least that a plugin in Java does.
final class Hello {
    public static void main(String[] words) throws java.io.IOException {
        System.out.println("x");
        System.in.read();
    }
}
