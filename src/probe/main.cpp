#include "probe/probe_main.hpp"

int main(int argc, char** argv) { return accelloader::probe::probe_main(argc, argv); }
