# SPDX-License-Identifier: Apache-2.0
# Sourced by ./run and ./test: installs the Debian packages that are missing, and only then touches apt.
# usage: need_packages PACKAGE...

need_packages() {
  local missing=() package
  for package in "$@"; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q ' installed$' || missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return 0
  local as_root=""
  if [ "$(id -u)" -ne 0 ]; then
    if command -v sudo >/dev/null && sudo -n true 2>/dev/null; then as_root="sudo -n"; fi
  fi
  if ! command -v apt-get >/dev/null || { [ "$(id -u)" -ne 0 ] && [ -z "$as_root" ]; }; then
    echo "weir: some packages are missing; as root, run:" >&2
    echo "  apt-get update && apt-get install -y --no-install-recommends ${missing[*]}" >&2
    return 1
  fi
  echo "weir: installing ${missing[*]}" >&2
  local log
  log=$(mktemp)
  if ! { $as_root apt-get -qq update && DEBIAN_FRONTEND=noninteractive $as_root apt-get -qq install -y --no-install-recommends "${missing[@]}"; } >"$log" 2>&1; then
    tail -n 20 "$log" >&2
    echo "weir: could not install the packages above; as root, run:" >&2
    echo "  apt-get update && apt-get install -y --no-install-recommends ${missing[*]}" >&2
    rm -f "$log"
    return 1
  fi
  rm -f "$log"
}

build_packages=(g++ cmake ninja-build libfmt-dev libcli11-dev nlohmann-json3-dev libpugixml-dev libsimdjson-dev zlib1g-dev coinor-libclp-dev libedit-dev libcpp-httplib-dev)
case "$(uname -m)" in x86_64) build_packages+=(libasmjit-dev) ;; esac
# The sanitized build is clang's: it compiles in half the time.
test_packages=(clang libclang-rt-dev libgtest-dev librapidcheck-dev python3 spin gcc libc6-dev graphviz neovim dpkg-dev file python3-jsonschema clang-format clang-tidy
  python3-selenium chromium chromium-driver)
