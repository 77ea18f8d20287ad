# unpack.sh TREE PACKAGE: unpacks a package into TREE and lists it there as installed.
set -e
mkdir -p "$1/var/lib/dpkg" "$1.deb"
cd "$1.deb"
apt-get -qq download "$2"
dpkg-deb -x ./*.deb "$1"
dpkg-deb -f ./*.deb > "$1/var/lib/dpkg/status"
