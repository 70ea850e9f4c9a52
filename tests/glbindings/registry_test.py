"""Tests the reading of declarations and XML."""

import pathlib
import tempfile
import unittest

import registry

XML = """<registry>
  <enums namespace="GL" group="Mask" type="bitmask"><enum value="0x1" name="GL_A_BIT"/></enums>
  <enums namespace="GL"><enum value="0x0001" name="GL_ONE" group="Factor,Other"/></enums>
  <commands>
    <command><proto>void <name>glOld</name></proto></command>
    <command><proto class="sync"><ptype>GLsync</ptype> <name>glNew</name></proto>
      <param class="texture" len="n" group="Texture">const <ptype>GLuint</ptype> *<name>textures</name></param>
      <alias name="glOld"/></command>
    <command><proto>const <ptype>GLubyte</ptype> *<name>glText</name></proto></command>
  </commands>
  <feature api="gl" name="GL_VERSION_1_0" number="1.0"><require><command name="glOld"/><enum name="GL_ONE"/></require></feature>
  <feature api="gl" name="GL_VERSION_3_2" number="3.2"><require><command name="glNew"/></require>
    <remove profile="core"><command name="glOld"/></remove></feature>
  <extensions><extension name="GL_EXT_text" supported="gl|gles2"><require><command name="glText"/></require></extension>
  </extensions>
</registry>"""


class Declarations(unittest.TestCase):
    def check(self, text, name, type_, indirection, is_const):
        param = registry.parse_declaration(text, name)
        self.assertEqual(
            (param.name, param.type, param.indirection, param.is_const), (name, type_, indirection, is_const), text
        )

    def test_values_and_pointers(self):
        self.check("GLenum target", "target", "kEnum", 0, False)
        self.check("const GLchar *const*string", "string", "kChar", 2, True)
        self.check("void **params", "params", "kVoid", 2, False)
        self.check("unsigned long *mask", "mask", "kU64", 1, False)
        self.check("GLint GLint", "GLint", "kI32", 0, False)

    def test_arrays(self):
        self.check("GLuint baseAndCount[2]", "baseAndCount", "kU32", 1, False)
        self.assertEqual(registry.parse_declaration("GLuint baseAndCount[2]", "baseAndCount").length, "2")

    def test_structs_are_handles(self):
        self.check("Display *dpy", "dpy", "kHandle", 0, False)
        self.check("struct _cl_context *context", "context", "kHandle", 0, False)
        self.check("const struct AHardwareBuffer *buffer", "buffer", "kHandle", 0, False)

    def test_pointers_with_names_of_their_own(self):
        self.check("LPCSTR name", "name", "kChar", 1, True)
        self.check("const LPVOID *addresses", "addresses", "kVoid", 2, False)

    def test_an_unknown_type_is_an_error(self):
        with self.assertRaisesRegex(registry.RegistryError, "GLmoon"):
            registry.parse_declaration("GLmoon phase", "phase")


class Xml(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "gl.xml"
            path.write_text(XML)
            cls.known = registry.Registry()
            cls.known.read(path, "gl")

    def test_attributes_of_parameters(self):
        function = self.known.functions["glNew"]
        param = function.params[0]
        self.assertEqual((param.object_class, param.length, param.group), ("texture", "n", "Texture"))
        self.assertEqual(
            (function.alias, function.result.type, function.result.object_class), ("glOld", "kHandle", "sync")
        )

    def test_the_core_profile_loses_what_was_removed(self):
        self.assertFalse(self.known.functions["glOld"].in_core)
        self.assertTrue(self.known.functions["glNew"].in_core)
        self.assertEqual(self.known.functions["glOld"].versions, {"gl": (1, 0)})

    def test_extensions(self):
        function = self.known.functions["glText"]
        self.assertEqual((function.extensions, function.loadable), (["GL_EXT_text"], True))

    def test_bytes_that_are_text(self):
        self.assertEqual(self.known.functions["glText"].result.type, "kChar")

    def test_enums(self):
        enums = self.known.enums["GL"]
        self.assertEqual((enums["GL_ONE"].groups, enums["GL_ONE"].version), (["Factor", "Other"], (1, 0)))
        self.assertEqual((enums["GL_A_BIT"].groups, enums["GL_A_BIT"].is_bit), (["Mask"], True))


if __name__ == "__main__":
    unittest.main()
