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
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// Turns every `switch` over types in our jars into a chain of `instanceof`, as a compiler without invokedynamic would have done.
/// Linking one at run time costs a third of a millisecond, the first four, and no cache of this JDK keeps the result: a tenth of jp's start.
/// See docs/decisions/0001-plain-switches.md.
final class PlainSwitches {
    private static final ClassDesc BOOTSTRAPS = ClassDesc.of("java.lang.runtime.SwitchBootstraps");

    private final ClassFile classFile;

    private PlainSwitches(ClassLoader jars) {
        classFile = ClassFile.of(ClassFile.ClassHierarchyResolverOption.of(
                ClassHierarchyResolver.ofResourceParsing(jars).cached()));
    }

    /// The jars, all of them on one class path; those to change first, then `--`, then the others.
    public static void main(String[] words) throws IOException {
        var ours = new ArrayList<Path>();
        var all = new ArrayList<URL>();
        boolean change = true;
        for (var word : words) {
            if (word.equals("--")) {
                change = false;
                continue;
            }
            all.add(Path.of(word).toUri().toURL());
            if (change) {
                ours.add(Path.of(word));
            }
        }
        try (var loader = new URLClassLoader(all.toArray(URL[]::new))) {
            var plain = new PlainSwitches(loader);
            for (var jar : ours) {
                plain.rewrite(jar);
            }
        }
    }

    private void rewrite(Path jar) throws IOException {
        try (var zip = FileSystems.newFileSystem(URI.create("jar:" + jar.toUri()), Map.of());
                var files = Files.walk(zip.getPath("/"))) {
            for (var file : files.filter(f -> f.toString().endsWith(".class")).toList()) {
                var switches = new ArrayList<Consumer<ClassBuilder>>();
                var changed = changed(Files.readAllBytes(file), switches);
                if (!switches.isEmpty()) {
                    Files.write(file, changed);
                }
            }
        }
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
