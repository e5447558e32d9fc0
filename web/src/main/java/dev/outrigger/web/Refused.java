package dev.outrigger.web;

/// A request that is not answered as it wished, in words for whoever sent it.
public final class Refused extends Exception {
    private final int status;
    private final String sentence;

    public Refused(int status, String sentence) {
        super(sentence);
        this.status = status;
        this.sentence = sentence;
    }

    public int status() {
        return status;
    }

    public String sentence() {
        return sentence;
    }
}
