#!/usr/bin/env bash
# vite-plugin-pwa 2.0.0, vite 8.3.8, Linux.
# Guess: with the setting `pwaAssets` but without its optional peer @vite-pwa/assets-generator, the build ends with an error.
# Behaviour: the build succeeds without a warning, but writes and lists no icon, so browsers do not offer to install the app.
# Seen:
#   without the peer: code 0, manifest's icons: 0, files: 0
#   with the peer: code 0, manifest's icons: 1, files: 1
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 vite@8.3.8 vite-plugin-pwa@2.0.0
node=$folder/node_modules/node/bin/node
mkdir public
echo '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>' >public/icon.svg
echo '<!doctype html><title>App</title><p>App</p>' >index.html
cat >vite.config.mjs <<'END'
import { VitePWA } from 'vite-plugin-pwa';
const preset = { transparent: { sizes: [192], padding: 0 }, maskable: { sizes: [] }, apple: { sizes: [] } };
export default { plugins: [VitePWA({ manifest: { name: 'App' }, pwaAssets: { image: 'public/icon.svg', preset } })] };
END
built() {
  rm -rf dist
  code=0
  "$node" node_modules/vite/bin/vite.js build >build.txt 2>&1 || code=$?
  icons=$("$node" -p "(JSON.parse(fs.readFileSync('dist/manifest.webmanifest')).icons ?? []).length")
  echo "$1 the peer: code $code, manifest's icons: $icons, files: $(find dist -name '*.png' | wc -l)"
}
without=$(built without)
npm install --silent --no-audit --no-fund @vite-pwa/assets-generator@2.0.0
with=$(built with)
printf '%s\n%s\n' "$without" "$with"
[ "$without" = "without the peer: code 0, manifest's icons: 0, files: 0" ]
[ "$with" = "with the peer: code 0, manifest's icons: 1, files: 1" ]
