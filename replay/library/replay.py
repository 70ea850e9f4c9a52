"""Recordings of OpenGL calls (apitrace, WIP15, Web Tracing Framework), call by call, and what they draw.

    import replay
    for call in replay.open("game.trace"):
        if call.function == "glTexImage2D":
            print(call.number, call.arguments["width"], call.arguments["height"])

    with replay.open("game.trace") as recording:
        recording.play_to_frame(120)
        width, height, rgba = recording.picture()
        print(recording.state()["program"])

It is a thin layer over libreplay; replay.h says what each function does. REPLAY_LIBRARY may name the library."""
import ctypes
import functools
import json
import os

ABI = 1


class Error(Exception):
    """What libreplay says went wrong."""


class _Call(ctypes.Structure):
    _fields_ = [
        ("number", ctypes.c_uint64),
        ("frame", ctypes.c_uint64),
        ("thread", ctypes.c_uint32),
        ("is_derived", ctypes.c_uint32),
        ("function", ctypes.c_char_p),
    ]


class _Picture(ctypes.Structure):
    _fields_ = [("width", ctypes.c_uint32), ("height", ctypes.c_uint32), ("rgba", ctypes.POINTER(ctypes.c_uint8))]


@functools.cache
def _library():
    library = ctypes.CDLL(os.environ.get("REPLAY_LIBRARY", f"libreplay.so.{ABI}"))
    if library.replay_abi() != ABI:
        raise Error(f"libreplay has version {library.replay_abi()} of its interface, this module needs {ABI}")
    pointer, text, number = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_uint64
    for name, result, *arguments in [
        ("version", text),
        ("open", pointer, text),
        ("close", None, pointer),
        ("error", text, pointer),
        ("next_call", ctypes.c_int, pointer, ctypes.POINTER(_Call)),
        ("call_text", text, pointer),
        ("call_json", text, pointer),
        ("play_to_frame", ctypes.c_int, pointer, number),
        ("play_to_call", ctypes.c_int, pointer, number),
        ("take_picture", ctypes.c_int, pointer, ctypes.POINTER(_Picture)),
        ("state", text, pointer),
    ]:
        function = getattr(library, "replay_" + name)
        function.restype, function.argtypes = result, arguments
    return library


def version():
    return _library().replay_version().decode()


class Call:
    """A call: number, frame, thread, function, is_derived; text as `replay dump` prints it; arguments and result."""

    def __init__(self, call, text, fields):
        self.number, self.frame, self.thread = call.number, call.frame, call.thread
        self.function, self.is_derived = call.function.decode(), bool(call.is_derived)
        self.text = text
        self.arguments, self.result = fields.get("args", {}), fields.get("result")

    def __str__(self):
        return self.text


class Recording:
    def __init__(self, path):
        self._handle = _library().replay_open(os.fsencode(path))
        self._check(-1 if _library().replay_error(self._handle) else 1)

    def close(self):
        if self._handle:
            _library().replay_close(self._handle)
        self._handle = None

    def __del__(self):
        if getattr(self, "_handle", None):
            self.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def __iter__(self):
        return self

    def __next__(self):
        call = _Call()
        if not self._check(self._do("next_call", ctypes.byref(call))):
            raise StopIteration
        text = self._do("call_text").decode(errors="replace")
        return Call(call, text, json.loads(self._do("call_json").decode(errors="replace")))

    def play_to_frame(self, frame):
        """False: the recording ends before."""
        return self._check(self._do("play_to_frame", frame))

    def play_to_call(self, call):
        """False: the recording ends before."""
        return self._check(self._do("play_to_call", call))

    def picture(self):
        """(width, height, RGBA bytes with the top row first), or None where there is no picture."""
        picture = _Picture()
        if not self._check(self._do("take_picture", ctypes.byref(picture))):
            return None
        return picture.width, picture.height, ctypes.string_at(picture.rgba, 4 * picture.width * picture.height)

    def state(self):
        """The state of OpenGL as a dictionary, or None where the replay is nowhere."""
        state = self._do("state")
        self._check(-1 if _library().replay_error(self._handle) else 1)
        return json.loads(state) if state else None

    def _do(self, name, *arguments):
        if not self._handle:
            raise Error("the recording is closed")
        return getattr(_library(), "replay_" + name)(self._handle, *arguments)

    def _check(self, result):
        if result < 0:
            raise Error(_library().replay_error(self._handle).decode(errors="replace"))
        return result == 1


def open(path):
    return Recording(path)
