# nix build ./packaging
{
  description = "Flangeway: open simulator of railway vehicles on their tracks";
  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-24.05";
  outputs = { self, nixpkgs }:
    let
      systems = [ "x86_64-linux" "aarch64-linux" ];
      each = f: nixpkgs.lib.genAttrs systems (system: f nixpkgs.legacyPackages.${system});
    in {
      packages = each (pkgs: {
        default = pkgs.stdenv.mkDerivation {
          pname = "flangeway";
          version = "0.1.0";
          src = ./..;
          nativeBuildInputs = [ pkgs.cmake pkgs.ninja ];
          buildInputs = with pkgs; [ eigen tomlplusplus nlohmann_json cli11 fmt hdf5 tbb_2021_11 libzip pugixml ];
          cmakeFlags = [ "-DFLANGEWAY_UNITY=ON" "-DFLANGEWAY_BUILD_TESTS=OFF" "-DFLANGEWAY_BUILD_BENCHMARKS=OFF" "-DFLANGEWAY_PYTHON_MODULE=OFF" ];
        };
      });
    };
}
