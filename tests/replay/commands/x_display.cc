#include "tests/replay/commands/x_display.h"

#include <X11/XKBlib.h>
#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <X11/extensions/XTest.h>
#include <X11/keysym.h>
#include <unistd.h>

#include <filesystem>
#include <thread>

namespace replay {
namespace {

constexpr std::chrono::milliseconds kPoll{10};

// A window may go between two calls that speak of it.
int ignore_error(::Display*, XErrorEvent*) { return 0; }

std::string text_of(::Display* display, ::Window window, const char* property) {
  Atom type = None;
  int format = 0;
  unsigned long items = 0, left = 0;
  unsigned char* bytes = nullptr;
  XGetWindowProperty(display, window, XInternAtom(display, property, False), 0, 4096, False, AnyPropertyType, &type,
                     &format, &items, &left, &bytes);
  std::string text = bytes != nullptr && format == 8 ? std::string(reinterpret_cast<char*>(bytes), items) : "";
  if (bytes != nullptr) XFree(bytes);
  return text;
}

}  // namespace

bool wait_until(const std::function<bool()>& is_so, std::chrono::seconds at_most) {
  const auto end = std::chrono::steady_clock::now() + at_most;
  while (!is_so()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(kPoll);
  }
  return true;
}

struct XDisplay::Connection {
  ::Display* display;
  ~Connection() { XCloseDisplay(display); }
};

XDisplay::XDisplay() {
  if (!std::filesystem::exists("/usr/bin/Xvfb")) return;
  const std::string number = std::to_string(1000 + ::getpid() % 30000);
  const std::filesystem::path socket = "/tmp/.X11-unix/X" + number;
  const std::string screen = std::to_string(kWidth) + "x" + std::to_string(kHeight) + "x24";
  name_ = ":" + number;
  server_ = std::make_unique<ChildProcess>(
      ChildOptions{.words = {"/usr/bin/Xvfb", name_, "-screen", "0", screen, "-noreset"}, .capture = true});
  XSetErrorHandler(ignore_error);
  ::Display* display = nullptr;
  wait_until([&] { return std::filesystem::exists(socket) && (display = XOpenDisplay(name_.c_str())) != nullptr; },
             std::chrono::seconds(20));
  if (display != nullptr) connection_ = std::make_unique<Connection>(display);
}

XDisplay::~XDisplay() = default;

unsigned long XDisplay::window() const {
  ::Display* display = connection_->display;
  ::Window root = None, parent = None, *children = nullptr;
  unsigned count = 0;
  XQueryTree(display, DefaultRootWindow(display), &root, &parent, &children, &count);
  ::Window seen = None;
  for (unsigned i = 0; i < count; ++i) {
    XWindowAttributes attributes{};
    if (XGetWindowAttributes(display, children[i], &attributes) != 0 && attributes.map_state == IsViewable)
      seen = children[i];
  }
  if (children != nullptr) XFree(children);
  return seen;
}

std::string XDisplay::title() const {
  const ::Window seen = window();
  return seen == None ? "" : text_of(connection_->display, seen, "_NET_WM_NAME");
}

bool XDisplay::comes_to_say(const std::string& text) const {
  return wait_until([&] { return title().find(text) != std::string::npos; });
}

void XDisplay::press(const std::string& key, bool with_shift) const {
  ::Display* display = connection_->display;
  const KeySym symbol = XStringToKeysym(key.c_str());
  const KeyCode code = XKeysymToKeycode(display, symbol), shift = XKeysymToKeycode(display, XK_Shift_L);
  const bool shifted = with_shift || XkbKeycodeToKeysym(display, code, 0, 0) != symbol;
  if (shifted) XTestFakeKeyEvent(display, shift, True, CurrentTime);
  XTestFakeKeyEvent(display, code, True, CurrentTime);
  XTestFakeKeyEvent(display, code, False, CurrentTime);
  if (shifted) XTestFakeKeyEvent(display, shift, False, CurrentTime);
  XSync(display, False);
}

void XDisplay::resize(int width, int height) const {
  XResizeWindow(connection_->display, window(), static_cast<unsigned>(width), static_cast<unsigned>(height));
  XSync(connection_->display, False);
}

void XDisplay::close() const {
  ::Display* display = connection_->display;
  XEvent event{};
  event.xclient.type = ClientMessage;
  event.xclient.window = window();
  event.xclient.message_type = XInternAtom(display, "WM_PROTOCOLS", False);
  event.xclient.format = 32;
  event.xclient.data.l[0] = static_cast<long>(XInternAtom(display, "WM_DELETE_WINDOW", False));
  XSendEvent(display, event.xclient.window, False, NoEventMask, &event);
  XSync(display, False);
}

Picture XDisplay::picture() const {
  ::Display* display = connection_->display;
  XWindowAttributes attributes{};
  const ::Window seen = window();
  if (seen == None || XGetWindowAttributes(display, seen, &attributes) == 0) return {};
  // What lies beyond the screen cannot be read.
  const int width = std::min(attributes.width, kWidth - attributes.x),
            height = std::min(attributes.height, kHeight - attributes.y);
  XImage* image =
      XGetImage(display, seen, 0, 0, static_cast<unsigned>(width), static_cast<unsigned>(height), AllPlanes, ZPixmap);
  if (image == nullptr) return {};
  Picture picture{width, height, false, {}};
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const unsigned long pixel = XGetPixel(image, x, y);
      for (const unsigned shift : {16U, 8U, 0U}) picture.rgba.push_back(static_cast<std::uint8_t>(pixel >> shift));
      picture.rgba.push_back(255);
    }
  }
  XDestroyImage(image);
  return picture;
}

std::optional<std::string> XDisplay::clipboard() const {
  ::Display* display = connection_->display;
  const ::Window own = XCreateSimpleWindow(display, DefaultRootWindow(display), 0, 0, 1, 1, 0, 0, 0);
  XConvertSelection(display, XInternAtom(display, "CLIPBOARD", False), XInternAtom(display, "UTF8_STRING", False),
                    XInternAtom(display, "PASTED", False), own, CurrentTime);
  XEvent event{};
  const bool answered = wait_until([&] { return XCheckTypedWindowEvent(display, own, SelectionNotify, &event) != 0; },
                                   std::chrono::seconds(20));
  std::optional<std::string> text;
  if (answered && event.xselection.property != None) text = text_of(display, own, "PASTED");
  XDestroyWindow(display, own);
  return text;
}

}  // namespace replay
