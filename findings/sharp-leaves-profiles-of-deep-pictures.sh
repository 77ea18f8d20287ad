#!/usr/bin/env bash
# sharp 0.35.5 (libvips 8.18), Linux.
# Guess: a picture with an ICC profile is converted to sRGB when it is read, whatever its depth.
# Behaviour: 8-bit PNG and AVIF are converted. 16-bit PNG and 10-bit AVIF keep the numbers of their profile, without an error or warning.
# A 16-bit TIFF with the same profile is converted.
# Seen: the red value read for the sRGB colour 220, 40, 40, which is 202, 59, 50 in Display P3:
#   png 8: 220
#   png 16: 202
#   avif 8: 220
#   avif 10: 202
#   tiff 16: 220
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund sharp@0.35.5
cat > read.mjs <<'JS'
import sharp from 'sharp';

const flat = () => sharp({ create: { width: 8, height: 8, channels: 3, background: { r: 220, g: 40, b: 40 } } });
const coded = {
  'png 8': flat().withIccProfile('p3').png(),
  'png 16': flat().toColourspace('rgb16').withIccProfile('p3').png(),
  'avif 8': flat().withIccProfile('p3').avif({ lossless: true }),
  'avif 10': flat().withIccProfile('p3').avif({ lossless: true, bitdepth: 10 }),
  'tiff 16': flat().toColourspace('rgb16').withIccProfile('p3').tiff(),
};
for (const [name, picture] of Object.entries(coded)) {
  const pixels = await sharp(await picture.toBuffer()).toColourspace('srgb').raw().toBuffer();
  console.log(`${name}: ${pixels[0]}`);
}
JS
seen=$(node read.mjs)
echo "$seen"
[ "$seen" = $'png 8: 220\npng 16: 202\navif 8: 220\navif 10: 202\ntiff 16: 220' ]
