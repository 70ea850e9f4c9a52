// All policies that the generated dispatch rows use. glbindings/rules.py says which parameter gets which policy.
#pragma once

#include "replay/dispatch/policies/buffers.h"
#include "replay/dispatch/policies/draws.h"
#include "replay/dispatch/policies/evaluators.h"
#include "replay/dispatch/policies/lengths.h"
#include "replay/dispatch/policies/memory.h"
#include "replay/dispatch/policies/names.h"
#include "replay/dispatch/policies/pixels.h"
#include "replay/dispatch/policies/programs.h"
#include "replay/dispatch/policies/scalars.h"
#include "replay/dispatch/policies/storage.h"
