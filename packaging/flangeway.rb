# brew install --HEAD ./packaging/flangeway.rb, in a checkout
class Flangeway < Formula
  desc "Open simulator of railway vehicles on their tracks"
  license "Apache-2.0"
  head "file://#{File.expand_path("..", __dir__)}", using: :git

  depends_on "cmake" => :build
  depends_on "ninja" => :build
  depends_on "cli11" => :build
  depends_on "eigen" => :build
  depends_on "nlohmann-json" => :build
  depends_on "tomlplusplus" => :build
  depends_on "fmt"
  depends_on "hdf5"
  depends_on "libzip"
  depends_on "pugixml"
  depends_on "tbb"

  def install
    system "cmake", "-S", ".", "-B", "build/brew", "-G", "Ninja", *std_cmake_args, "-DFLANGEWAY_UNITY=ON",
           "-DFLANGEWAY_BUILD_TESTS=OFF", "-DFLANGEWAY_BUILD_BENCHMARKS=OFF", "-DFLANGEWAY_PYTHON_MODULE=OFF"
    system "cmake", "--build", "build/brew"
    system "cmake", "--install", "build/brew"
  end

  test do
    assert_match "flangeway", shell_output("#{bin}/flangeway --version")
  end
end
