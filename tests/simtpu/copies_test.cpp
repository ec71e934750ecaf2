// Tensors move between the host and the chips, whatever their type and strides.
#include <sstream>

#include "support.hpp"

using namespace simtpu_test;

TEST_CASE("copies keep values, in all directions and types") {
  const auto types = {torch::kFloat, torch::kDouble, torch::kHalf, torch::kBFloat16,    torch::kInt,
                      torch::kLong,  torch::kByte,   torch::kBool, torch::kComplexFloat};
  for (const auto from : types)
    for (const auto to : types) {
      const auto x = (torch::rand({3, 5}) * 10).to(from);
      const auto expected = x.to(to);
      CHECK(same(x.to(chip(0)).to(to), expected));
      CHECK(same(x.to(chip(1), to), expected));
      CHECK(same(x.to(chip(0)).to(chip(1), to).to(torch::kCPU), expected));
      CHECK(same(x.to(chip(0)).to(torch::kCPU, to), expected));
    }
}

TEST_CASE("copies keep values, whatever the strides") {
  const auto x = torch::randn({4, 6, 5});
  for (const auto& view : {x.transpose(0, 2), x.slice(1, 1, 6, 2), x.select(2, 3), x.permute({2, 0, 1}).slice(0, 1, 4),
                           x.unsqueeze(1).expand({4, 3, 6, 5})}) {
    CHECK(same(view.to(chip(0)), view));
    CHECK(same(view.to(chip(0)).to(chip(1)), view));
    CHECK(same(view.to(chip(0)).contiguous(), view));
  }
  const auto on_chip_x = x.to(chip(1));
  CHECK(same(on_chip_x.transpose(0, 2).cpu(), x.transpose(0, 2)));
  CHECK(same(on_chip_x.slice(1, 1, 6, 2).to(chip(0)), x.slice(1, 1, 6, 2)));
  auto target = torch::zeros({5, 6, 4}, on_chip(0));
  target.transpose(0, 2).copy_(x);
  CHECK(same(target, x.transpose(0, 2)));
  target.zero_();
  target.transpose(0, 2).copy_(on_chip_x);
  CHECK(same(target, x.transpose(0, 2)));
  auto host = torch::zeros({5, 6, 4});
  host.transpose(0, 2).copy_(on_chip_x);
  CHECK(same(host, x.transpose(0, 2)));
  CHECK(on_chip_x.transpose(0, 2).clone().strides() == x.transpose(0, 2).clone().strides());
}

TEST_CASE("copies broadcast, and refuse what does not fit") {
  auto x = torch::zeros({3, 4}, on_chip());
  x.copy_(torch::arange(4));
  CHECK(same(x, torch::arange(4, torch::kFloat).expand({3, 4})));
  x.copy_(torch::arange(3, on_chip(1)).unsqueeze(1));
  CHECK(same(x, torch::arange(3, torch::kFloat).unsqueeze(1).expand({3, 4})));
  CHECK(thrown([&] { x.copy_(torch::arange(5)); }) != "");
  CHECK(thrown([&] { x.cpu().copy_(torch::arange(5, on_chip())); }) != "");
}

TEST_CASE("copies from tensors without memory are refused") {
  auto x = torch::ones({2}, on_chip());
  CHECK(thrown([&] { x.copy_(torch::empty({2}, torch::kMeta)); }) != "");
  x.copy_(at::_efficientzerotensor({2}));
  CHECK(same(x, torch::zeros({2})));
}

TEST_CASE("tensors of one number and of none") {
  const auto one = torch::tensor(3.5f).to(chip(1));
  CHECK(one.dim() == 0);
  CHECK(one.item<float>() == 3.5f);
  CHECK(one.dtype() == torch::kFloat);
  CHECK(one.cpu().item<float>() == 3.5f);
  CHECK(torch::equal(one.cpu(), torch::tensor(3.5f)));
  CHECK(same(one, torch::tensor(3.5f)));
  const auto none = torch::empty({0, 3}).to(chip(0));
  CHECK(none.sizes() == torch::IntArrayRef{0, 3});
  CHECK(same(none + 1, torch::empty({0, 3})));
  CHECK(none.sum().item<float>() == 0);
  CHECK(same(none.to(chip(1)), torch::empty({0, 3})));
  CHECK(same(torch::cat({none, torch::ones({1, 3}, on_chip())}), torch::ones({1, 3})));
  CHECK(none.data_ptr() == nullptr);
}

TEST_CASE("complex and negated views") {
  const auto x = torch::randn({3, 2}, torch::kComplexFloat);
  const auto y = x.to(chip(0));
  CHECK(same(y.conj(), x.conj().resolve_conj()));
  CHECK(same(y.conj().to(chip(1)), x.conj().resolve_conj()));
  CHECK(same(torch::imag(y), torch::imag(x).contiguous()));
  CHECK(same(torch::imag(y.conj()), torch::imag(x.conj()).resolve_neg()));
  CHECK(same(torch::view_as_real(y), torch::view_as_real(x)));
  CHECK(same(torch::view_as_complex(torch::view_as_real(y)), x));
  CHECK(near(y.conj() * y, x.conj() * x));
  CHECK(near(torch::mm(y.conj().t(), y), torch::mm(x.conj().t(), x)));
}

TEST_CASE("views are views") {
  auto x = torch::zeros({2, 6}, on_chip());
  x.view({3, 4})[0].fill_(1);
  x.unfold(1, 2, 2)[1][2].fill_(5);
  x.as_strided({2}, {1}, 6).fill_(7);
  x.reshape({12})[11] = 9;
  x.t()[2][1].add_(1);
  x.flatten().narrow(0, 4, 1).fill_(2);
  auto y = torch::zeros({2, 6});
  y.view({3, 4})[0].fill_(1);
  y.unfold(1, 2, 2)[1][2].fill_(5);
  y.as_strided({2}, {1}, 6).fill_(7);
  y.reshape({12})[11] = 9;
  y.t()[2][1].add_(1);
  y.flatten().narrow(0, 4, 1).fill_(2);
  CHECK(same(x, y));
  CHECK(x.view({12}).data_ptr() == x.data_ptr());
  CHECK(thrown([&] { x.t().view({12}); }) != "");
}

TEST_CASE("indexing") {
  using torch::indexing::Slice;
  auto x = torch::arange(12, torch::kFloat).view({3, 4});
  auto y = x.to(chip(1));
  for (auto* t : {&x, &y}) {
    t->index_put_({1, Slice(1, 3)}, -1);
    t->index_put_({torch::tensor({0, 2}), torch::tensor({3, 0})}, torch::tensor({10.f, 11.f}).to(t->device()));
    t->index_put_({*t > 10.5}, 0);
    (*t)[2][2] = 4;
  }
  CHECK(same(y, x));
  CHECK(same(y.index({torch::tensor({2, 0}), Slice()}), x.index({torch::tensor({2, 0}), Slice()})));
  CHECK(same(y.index_select(1, torch::tensor({1, 1}, on_chip(1).dtype(torch::kLong))),
             x.index_select(1, torch::tensor({1, 1}))));
  CHECK(same(y.gather(1, torch::zeros({3, 1}, on_chip(1).dtype(torch::kLong))),
             x.gather(1, torch::zeros({3, 1}, torch::kLong))));
  CHECK(same(y.masked_select(y > 3), x.masked_select(x > 3)));
}

TEST_CASE("printing") {
  std::ostringstream text;
  text << torch::arange(3, on_chip(1).dtype(torch::kFloat));
  INFO(text.str());
  CHECK(text.str().find(" 0\n 1\n 2\n") == 0);
}

TEST_CASE("saving and loading") {
  std::stringstream file;
  const auto x = torch::randn({3, 4}, on_chip(1)).slice(1, 1, 3);
  torch::save(x, file);
  torch::Tensor y;
  torch::load(y, file);
  CHECK(y.device() == chip(1));
  CHECK(same(y, x));
  file.seekg(0);
  torch::Tensor on_host, on_other;
  torch::load(on_host, file, torch::Device(torch::kCPU));
  CHECK(on_host.is_cpu());
  CHECK(same(on_host, x));
  file.seekg(0);
  torch::load(on_other, file, chip(0));
  CHECK(on_other.device() == chip(0));
  CHECK(same(on_other, x));

  std::stringstream vectors;
  torch::save(std::vector<torch::Tensor>{x, x.cpu()}, vectors);
  std::vector<torch::Tensor> loaded;
  torch::load(loaded, vectors);
  CHECK(same(loaded[0], x));
  const auto bytes = torch::pickle_save(x);
  CHECK(same(torch::pickle_load(bytes).toTensor(), x));
}

TEST_CASE("host memory that is not pinned may change right after the copy") {
  power_on();
  const c10::StreamGuard guard(c10::impl::getDeviceGuardImpl(torch::kPrivateUse1)->getNewStream(chip(0), 0));
  auto host = torch::ones({1 << 18});
  const auto x = host.to(chip(0), /*non_blocking=*/true);
  host.zero_();
  CHECK(x.sum().item<float>() == 1 << 18);
  auto pinned = torch::ones({1 << 18}).pin_memory();
  const auto y = pinned.to(chip(0), /*non_blocking=*/true);
  pinned = torch::Tensor();  // the queued copy still holds it
  auto back = torch::empty({1 << 18}).pin_memory();
  back.copy_(y, /*non_blocking=*/true);
  c10::impl::getDeviceGuardImpl(torch::kPrivateUse1)->synchronizeDevice(0);
  CHECK(same(back, torch::ones({1 << 18})));
}
