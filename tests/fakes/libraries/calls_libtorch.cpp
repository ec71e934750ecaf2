// A plugin for a libtorch that has a function which this process's has not.
namespace c10 {
struct TensorImpl {
  bool is_contiguous_custom(int) const;
};
}  // namespace c10

extern "C" __attribute__((visibility("default"))) int vnpu_entry() {
  const c10::TensorImpl tensor;
  return tensor.is_contiguous_custom(0) ? 1 : 0;
}
