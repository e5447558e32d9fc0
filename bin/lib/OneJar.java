import java.io.IOException;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;

/// Puts jars into one, and makes the switches in them plain. A class path of ten jars is searched ten times when the JDK looks for a service, as it does
/// at the first start of a process.
///
/// A `switch` over types becomes a chain of `instanceof`, as a compiler without invokedynamic would have written it. Linking one at run time costs a
/// third of a millisecond, the first four, and no cache of this JDK keeps the result. See docs/decisions/0001-plain-switches.md.
final class OneJar {
    private static final ClassDesc BOOTSTRAPS = ClassDesc.of("java.lang.runtime.SwitchBootstraps");

    private final ClassFile classFile;

    private OneJar(ClassLoader jars) {
        classFile = ClassFile.of(ClassFile.ClassHierarchyResolverOption.of(
                ClassHierarchyResolver.ofResourceParsing(jars).cached()));
    }

    /// The jar to make, and the jars to make it of.
    public static void main(String[] words) throws IOException {
        var sources = List.of(words).subList(1, words.length);
        var urls = new ArrayList<URL>();
        for (var source : sources) {
            urls.add(Path.of(source).toUri().toURL());
        }
        try (var loader = new URLClassLoader(urls.toArray(URL[]::new));
                var out = new JarOutputStream(Files.newOutputStream(Path.of(words[0])))) {
            out.setLevel(Deflater.NO_COMPRESSION);
            var maker = new OneJar(loader);
            for (var source : sources) {
                maker.add(source, out);
            }
        }
    }

    private void add(String source, JarOutputStream out) throws IOException {
        try (var jar = new JarFile(source)) {
            for (var entry : Collections.list(jar.entries())) {
                var name = entry.getName();
                if (name.startsWith("META-INF/") && (name.contains("LICENSE") || name.contains("NOTICE"))) {
                    put("META-INF/" + Path.of(source).getFileName() + "/" + Path.of(name).getFileName(), read(jar, entry), out);
                } else if (name.endsWith(".class") && !name.startsWith("META-INF/") && !name.endsWith("module-info.class")) {
                    put(name, plain(read(jar, entry)), out);
                } else if ((name.startsWith("dev/outrigger/") || name.startsWith("org/commonmark/")) && !entry.isDirectory() && !name.endsWith(".class")) {
                    put(name, read(jar, entry), out);
                }
            }
        }
    }

    private static byte[] read(JarFile jar, ZipEntry entry) throws IOException {
        try (var in = jar.getInputStream(entry)) {
            return in.readAllBytes();
        }
    }

    /// The same bytes from the same jars, whenever it is made.
    private static void put(String name, byte[] bytes, JarOutputStream out) throws IOException {
        var entry = new ZipEntry(name);
        entry.setTimeLocal(LocalDateTime.of(2000, 1, 1, 0, 0));
        out.putNextEntry(entry);
        out.write(bytes);
        out.closeEntry();
    }

    private byte[] plain(byte[] bytes) {
        var switches = new ArrayList<Consumer<ClassBuilder>>();
        var changed = changed(bytes, switches);
        return switches.isEmpty() ? bytes : changed;
    }

    private byte[] changed(byte[] bytes, List<Consumer<ClassBuilder>> switches) {
        var model = classFile.parse(bytes);
        var self = model.thisClass().asSymbol();
        boolean isInterface = (model.flags().flagsMask() & ClassFile.ACC_INTERFACE) != 0;
        return classFile.transformClass(
                model,
                ClassTransform.transformingMethodBodies((code, element) -> {
                            if (element instanceof InvokeDynamicInstruction call && overTypes(call)) {
                                var name = "$typeSwitch$" + switches.size();
                                switches.add(method(name, call));
                                code.invokestatic(self, name, call.typeSymbol(), isInterface);
                            } else {
                                code.with(element);
                            }
                        })
                        .andThen(ClassTransform.endHandler(builder -> switches.forEach(each -> each.accept(builder)))));
    }

    private static boolean overTypes(InvokeDynamicInstruction call) {
        var bootstrap = call.bootstrapMethod();
        return bootstrap.owner().equals(BOOTSTRAPS)
                && bootstrap.methodName().equals("typeSwitch")
                && call.bootstrapArgs().stream().allMatch(ClassDesc.class::isInstance);
    }

    /// `(value, from)`: the number of the first type at or behind `from` that the value is of; -1 for null, the number of types for none.
    private static Consumer<ClassBuilder> method(String name, InvokeDynamicInstruction call) {
        return builder -> builder.withMethodBody(
                name,
                call.typeSymbol(),
                ClassFile.ACC_PRIVATE | ClassFile.ACC_STATIC | ClassFile.ACC_SYNTHETIC,
                code -> chain(code, call.bootstrapArgs()));
    }

    private static void chain(CodeBuilder code, List<ConstantDesc> types) {
        code.aload(0).ifThen(Opcode.IFNULL, then -> then.loadConstant(-1).ireturn());
        for (int i = 0; i < types.size(); i++) {
            int number = i;
            var type = (ClassDesc) types.get(i);
            var next = code.newLabel();
            code.iload(1).loadConstant(number).if_icmpgt(next);
            code.aload(0).instanceOf(type).ifeq(next);
            code.loadConstant(number).ireturn();
            code.labelBinding(next);
        }
        code.loadConstant(types.size()).ireturn();
    }
}
