# Writes the commit of the sources to OUT, when it is another one than before: cmake -DSOURCES= -DOUT= -DCOMMIT= -P.
# COMMIT is for sources without their history, such as those of a package. A star stands for changes that are in no
# commit.
if(NOT COMMIT)
  execute_process(COMMAND git -C ${SOURCES} describe --always --abbrev=12 --exclude=* --dirty=*
    OUTPUT_VARIABLE COMMIT OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
file(CONFIGURE OUTPUT ${OUT} CONTENT "#define REPLAY_COMMIT \"${COMMIT}\"\n")
