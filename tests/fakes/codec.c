/* A library that knows nothing of accelloader. */
#include <string.h>

__attribute__((visibility("default"))) int decode(const char* text) { return (int)strlen(text); }

#if defined(CALLS_A_MISSING_FUNCTION)
int vdrv_open(int board);
__attribute__((visibility("default"))) int open_board(int board) { return vdrv_open(board); }
#endif
