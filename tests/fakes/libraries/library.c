// A library of one function or two; the definitions say what it defines and what it calls.
#ifdef CALLS
int CALLS(void);
#endif
#ifdef ALSO_CALLS
int ALSO_CALLS(void);
#endif
#ifdef STATIC_TLS
static __thread char room[STATIC_TLS] __attribute__((tls_model("initial-exec")));
#endif
#ifdef WRITES_CODE
// An address in the code, which only the dynamic linker can fill in.
__asm__(".text\n.globl address_of_entry\naddress_of_entry: .quad vnpu_entry\n");
#endif
#ifdef ALSO_DEFINES
int ALSO_DEFINES(void);
int ALSO_DEFINES(void) { return 2; }
#endif

int DEFINES(void);
int DEFINES(void) {
  int sum = 1;
#ifdef CALLS
  sum += CALLS();
#endif
#ifdef ALSO_CALLS
  sum += ALSO_CALLS();
#endif
#ifdef STATIC_TLS
  sum += ++room[sum];
#endif
  return sum;
}
