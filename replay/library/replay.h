/* libreplay: recordings of OpenGL calls, call by call, and what they draw. The interface for C; replay.hpp is the one
 * for C++ and replay.py the one for Python.
 *
 *     replay_recording *recording = replay_open("game.trace");
 *     replay_call call;
 *     while (replay_next_call(recording, &call) == 1) puts(replay_call_text(recording));
 *     if (replay_play_to_frame(recording, 120) == 1 && replay_take_picture(recording, &picture) == 1) ...
 *     if (*replay_error(recording)) fputs(replay_error(recording), stderr);
 *     replay_close(recording);
 *
 * Reading calls needs no driver, and does not move the replay; playing reads the recording on its own. A replay draws
 * without a window, in a thread of its own, so contexts of OpenGL of the caller stay as they are. It is made in this
 * process: a driver that crashes takes the process along, which the program `replay` does not let happen.
 *
 * Functions may be called from any thread and wait for each other. What they return stays valid until the next call
 * with the same recording. Texts are UTF-8 where the recording is. Functions that return int: 1 done, 0 the recording
 * ends before, -1 an error, which replay_error() explains. */
#ifndef REPLAY_REPLAY_H
#define REPLAY_REPLAY_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define REPLAY_ABI 1 /* becomes higher when a program has to be compiled again; also the number in libreplay.so.1 */
#define REPLAY_PUBLIC __attribute__((visibility("default")))

typedef struct replay_recording replay_recording;

typedef struct replay_call {
  uint64_t number;     /* as in `replay dump` */
  uint64_t frame;      /* from 0; a swap belongs to the frame that it ends */
  uint32_t thread;     /* a number of the recording */
  uint32_t is_derived; /* 1: the loader made it of facts beside the calls; it has the number of the call that it belongs
                          to */
  const char* function; /* "glClear" */
} replay_call;

typedef struct replay_picture {
  uint32_t width, height;
  const uint8_t* rgba; /* four bytes a pixel, the top row first, without padding */
} replay_picture;

REPLAY_PUBLIC int replay_abi(void);             /* REPLAY_ABI of the library */
REPLAY_PUBLIC const char* replay_version(void); /* "0.1.0" */

/* Never null, except without memory. Whether the file can be read, replay_error() says. Close it in any case. */
REPLAY_PUBLIC replay_recording* replay_open(const char* path);
REPLAY_PUBLIC void replay_close(replay_recording* recording);

/* What went wrong last with this recording, in a sentence; "" nothing. */
REPLAY_PUBLIC const char* replay_error(const replay_recording* recording);

/* The next call of the recording. */
REPLAY_PUBLIC int replay_next_call(replay_recording* recording, replay_call* call);
/* The call that replay_next_call() gave last, as a line of `replay dump` and as an object of `replay dump --json`;
 * null: none. */
REPLAY_PUBLIC const char* replay_call_text(replay_recording* recording);
REPLAY_PUBLIC const char* replay_call_json(replay_recording* recording);

/* Plays until frame `frame` is complete and its swap is next, or until call `call` is made. A replay that has come
 * further begins again. */
REPLAY_PUBLIC int replay_play_to_frame(replay_recording* recording, uint64_t frame);
REPLAY_PUBLIC int replay_play_to_call(replay_recording* recording, uint64_t call);

/* Where the replay is: the picture of the frame, or of what the call draws into; and the state of OpenGL, as of
 * `replay --state`. 0 or null: there is no picture; the replay has not begun or has ended. */
REPLAY_PUBLIC int replay_take_picture(replay_recording* recording, replay_picture* picture);
REPLAY_PUBLIC const char* replay_state(replay_recording* recording);

#ifdef __cplusplus
}
#endif
#endif
