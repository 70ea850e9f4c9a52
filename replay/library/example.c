/* Counts the calls of each frame of a recording, and writes the picture of one frame as PPM:
 *
 *     cc example.c $(pkg-config --cflags --libs replay) -o example && ./example game.trace 120 > frame.ppm */
#include <replay/replay.h>
#include <stdio.h>
#include <stdlib.h>

static int fail(const replay_recording* recording) {
  fprintf(stderr, "%s\n", *replay_error(recording) ? replay_error(recording) : "there is no such picture");
  return 1;
}

static int count_calls(replay_recording* recording) {
  replay_call call;
  uint64_t frame = 0, calls = 0;
  int status;
  while ((status = replay_next_call(recording, &call)) == 1) {
    if (call.frame != frame) {
      fprintf(stderr, "frame %llu: %llu calls\n", (unsigned long long)frame, (unsigned long long)calls);
      frame = call.frame;
      calls = 0;
    }
    if (!call.is_derived) ++calls;
  }
  return status;
}

static int write_picture(replay_recording* recording, uint64_t frame) {
  replay_picture picture;
  size_t pixel;
  if (replay_play_to_frame(recording, frame) != 1 || replay_take_picture(recording, &picture) != 1) return -1;
  printf("P6\n%u %u\n255\n", picture.width, picture.height);
  for (pixel = 0; pixel < (size_t)picture.width * picture.height; ++pixel) fwrite(picture.rgba + 4 * pixel, 1, 3, stdout);
  return 0;
}

int main(int argc, char** argv) {
  replay_recording* recording;
  int result = 0;
  if (argc != 3) {
    fprintf(stderr, "usage: %s RECORDING FRAME\n", argv[0]);
    return 2;
  }
  recording = replay_open(argv[1]);
  if (*replay_error(recording) || count_calls(recording) < 0 || write_picture(recording, strtoull(argv[2], NULL, 10)) < 0)
    result = fail(recording);
  replay_close(recording);
  return result;
}
