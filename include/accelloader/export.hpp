// Marks what the shared library shows; everything else is built hidden.
#pragma once

#define ACCELLOADER_EXPORT [[gnu::visibility("default")]]
