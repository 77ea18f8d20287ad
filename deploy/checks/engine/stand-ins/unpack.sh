# unpack.sh TREE PACKAGE: a package's files, and its entry in the list of what is installed.
set -e
mkdir -p "$1/var/lib/dpkg" "$1.deb"
cd "$1.deb"
apt-get -qq download "$2"
dpkg-deb -x ./*.deb "$1"
dpkg-deb -f ./*.deb > "$1/var/lib/dpkg/status"
