"""Tests the plan: what follows from the registry alone, what rules add, and that gaps are errors."""

import unittest

import plan
import registry
from rules import Hand, Ignored, Param, Result, Unsupported


def planned(prototypes, parameters=(), functions=(), **attributes):
    """The entries for C prototypes of GL functions. `attributes` maps "function__parameter" to its len=."""
    known = registry.Registry()
    known.add(registry.parse_prototype(p, "gl") for p in prototypes)
    for key, length in attributes.items():
        function, _, param = key.partition("__")
        known.functions[function].params[known.functions[function].index(param)].length = length
    return plan.make_plan(known, plan.Rules(list(parameters), list(functions)))


def policies(prototype, *parameters, **attributes):
    return planned([prototype], parameters, **attributes)[0].policies


class FromTheRegistry(unittest.TestCase):
    def test_scalars_are_plain(self):
        self.assertEqual(policies("void glFoo(GLenum target, GLfloat x)"), ["Ignored", "Plain", "Plain"])

    def test_arrays_take_their_length(self):
        for length, expected in [
            ("4", "In<Fixed<4>>"),
            ("n", "In<Arg<0>>"),
            ("n*3", "In<ArgTimes<0,3>>"),
            ("n*1", "In<Arg<0>>"),
            ("n / 4", "In<ArgOver<0,4>>"),
            ("n*m", "In<Product<0,1>>"),
            ("COMPSIZE(pname)", "ParamValues"),
        ]:
            with self.subTest(length):
                self.assertEqual(
                    policies("void glFoo(GLsizei n, GLsizei m, const GLint* v)", glFoo__v=length)[3], expected
                )

    def test_untyped_memory_is_counted_in_bytes(self):
        self.assertEqual(policies("void glFoo(GLsizei n, const void* data)", glFoo__data="n")[2], "InBytes<Arg<0>>")

    def test_outputs_get_scratch_memory(self):
        self.assertEqual(policies("void glFoo(GLsizei n, GLint* v)", glFoo__v="n")[2], "Out<Arg<0>>")
        self.assertEqual(policies("void glFoo(GLenum pname, GLint* v)", glFoo__v="COMPSIZE(pname)")[2], "OutParams")

    def test_text(self):
        self.assertEqual(policies("void glFoo(const GLchar* name)")[1], "String")
        self.assertEqual(
            policies("void glFoo(GLsizei n, const GLchar* const* names)", glFoo__names="n")[2], "Strings<Arg<0>>"
        )

    def test_object_names(self):
        for prototype, expected in [
            ("void glGenFencesNV(GLsizei n, GLuint* fences)", "NewNames<Kind::kFenceNv,Arg<0>>"),
            ("void glDeleteFencesNV(GLsizei n, const GLuint* fences)", "DeleteNames<Kind::kFenceNv,Arg<0>>"),
            ("void glUseFencesNV(GLsizei n, const GLuint* fences)", "Names<Kind::kFenceNv,Arg<0>>"),
        ]:
            with self.subTest(prototype):
                name = registry.parse_prototype(prototype, "gl").name
                self.assertEqual(policies(prototype, **{f"{name}__fences": "n"})[2], expected)


class Gaps(unittest.TestCase):
    def assert_error(self, message, *arguments, **keywords):
        with self.assertRaisesRegex(plan.PlanError, message):
            planned(*arguments, **keywords)

    def test_an_array_without_length(self):
        self.assert_error("glFoo: v .*not classified", ["void glFoo(const GLint* v)"])
        self.assert_error("glFoo: v .*not classified", ["void glFoo(const GLint* v)"], glFoo__v="COMPSIZE(moon)")

    def test_an_output_of_pointers(self):
        self.assert_error("glFoo: v .*not classified", ["void glFoo(void** v)"], glFoo__v="1")

    def test_a_callback(self):
        self.assert_error("glFoo: callback .*not classified", ["void glFoo(GLDEBUGPROC callback)"])

    def test_a_handle(self):
        self.assert_error("glFoo: image .*not classified", ["void glFoo(GLeglImageOES image)"])

    def test_a_result_that_names_an_object(self):
        self.assert_error("glGenLists: its result names an object", ["GLuint glGenLists(GLsizei range)"])

    def test_a_window_system_function_without_a_row(self):
        known = registry.Registry()
        known.add([registry.parse_prototype("void glXFoo(int n)", "glx")])
        with self.assertRaisesRegex(plan.PlanError, "glXFoo: glx functions need a row"):
            plan.make_plan(known, plan.Rules([], []))

    def test_a_rule_that_fits_nothing(self):
        self.assert_error("fits nothing.*glBar", ["void glFoo()"], functions=[Hand("glBar", "why")])

    def test_a_rule_that_an_earlier_one_hides(self):
        self.assert_error("fits nothing", ["void glFoo()"], functions=[Hand("glFoo", "why"), Ignored("glFoo", "why")])

    def test_a_policy_that_does_not_exist(self):
        self.assert_error("not in the vocabulary", ["void glFoo(GLint x)"], [Param("glFoo", "x", "Plane", "why")])
        self.assert_error(
            "not in the vocabulary", ["void glFoo(GLint x)"], [Param("glFoo", "x", "In<Arg<0,1>>", "why")]
        )

    def test_a_position_of_no_parameter(self):
        self.assert_error(
            "no parameter width", ["void glFoo(GLint x)"], [Param("glFoo", "x", "In<Arg<{width}>>", "why")]
        )

    def test_a_core_function_without_support(self):
        known = registry.Registry()
        known.add([registry.parse_prototype("void glFoo()", "gl")])
        known.functions["glFoo"].in_core = True
        with self.assertRaisesRegex(plan.PlanError, "glFoo: core functions may not be unsupported"):
            plan.make_plan(known, plan.Rules([], [Unsupported("glFoo", "why")]))


class Rules(unittest.TestCase):
    def test_positions_of_parameters(self):
        self.assertEqual(
            policies(
                "void glFoo(GLint w, GLint h, const void* p)",
                Param("glFoo", "p", "UnpackPixels<{w},{h?},{depth?},{b|h},{a?|w?}>", "why"),
            )[3],
            "UnpackPixels<0,1,-1,1,0>",
        )

    def test_results(self):
        rule = Result("glGen.*", "NewNameRange<$kind,Arg<{range}>>", "why")
        self.assertEqual(
            policies("GLuint glGenPathsNV(GLsizei range)", rule), ["NewNameRange<Kind::kPathNv,Arg<0>>", "Plain"]
        )

    def test_a_rule_serves_aliases_whatever_their_parameters_are_called(self):
        known = registry.Registry()
        known.add(registry.parse_prototype(p, "gl") for p in ["void glFoo(GLint x)", "void glFooARB(GLint y)"])
        known.functions["glFooARB"].alias = "glFoo"
        entries = plan.make_plan(known, plan.Rules([Param("glFoo", "x", "Location", "why")], []))
        self.assertEqual([e.policies for e in entries], [["Ignored", "Location"]] * 2)
        self.assertEqual([e.source for e in entries], ["policy"] * 2)

    def test_handlers_are_named_after_the_function(self):
        for name, handler in [
            ("glMapBufferRange", "map_buffer_range"),
            ("glMapBufferOES", "map_buffer"),
            ("glEGLImageTargetTexture2DOES", "egl_image_target_texture_2d"),
            ("glGetQueryObjectui64v", "get_query_objectui64v"),
            ("glXChooseFBConfig", "glx_choose_fb_config"),
            ("glXUseXFont", "glx_use_x_font"),
            ("wip15DrawableSize", "wip15_drawable_size"),
            ("memcpy", "memcpy"),
        ]:
            with self.subTest(name):
                self.assertEqual(planned([f"void {name}()"], functions=[Hand(name, "why")])[0].handler, handler)

    def test_a_handler_keeps_the_suffix_of_a_function_with_other_parameters(self):
        entries = planned(
            ["void glFoo(GLint x)", "void glFooEXT(GLint x, GLint y)"], functions=[Hand("glFoo(EXT)?", "why")]
        )
        self.assertEqual([e.handler for e in entries], ["foo", "foo_ext"])

    def test_queries_are_ignored_unless_a_handler_wants_them(self):
        entries = planned(["GLint glGetFoo()", "GLint glGetBar()"], functions=[Hand("glGetBar", "why")])
        self.assertEqual([e.source for e in entries], ["hand", "ignored"])


if __name__ == "__main__":
    unittest.main()
