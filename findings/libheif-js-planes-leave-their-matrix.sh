#!/usr/bin/env bash
# libheif-js 1.23.2, Node 22 and newer, Linux.
# Guess: heif_decode_image with the colour space and the chroma "undefined" gives the planes as they are coded.
# Behaviour: the planes are converted to the BT.601 matrix and full range, whatever the file says. The decoded image then names that
# matrix. The conversion doubles the memory. The planes stay as coded if the options have an `output_image_nclx_profile` like the file's.
# Seen: Y, Cb and Cr of one pixel of a HEIC whose nclx box says matrix 9, limited range:
#   without options: 88,210,93 matrix 6
#   with its own profile: 85,199,103 matrix 9
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund libheif-js@1.23.2
# A HEIC from heif-enc: 80x64 pixels in four colours, rotated by 90 degrees.
base64 -d > picture.heic <<'HEIC'
AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAA3dtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAAAAAAABAA
AANGlsb2MAAAAAREAAAgABAAAAAAObAAEAAAAAAAABGAACAAAAAASzAAEAAAAAAAAAuAAAADhpaW5mAAAAAAACAAAAFWluZmUCAAAAAAEAAGh2YzEAAAAA
FWluZmUCAAABAAIAAEV4aWYAAAACtmlwcnAAAAKWaXBjbwAAAHVodmNDAQNwAAAAAAAAAAAAHvAA/P34+AAADwMgAAEAGEABDAH//wNwAAADAJAAAAMAAA
MAHroCQCEAAQAoQgEBA3AAAAMAkAAAAwAAAwAeoCiBBZbqSSmubAgAAAMACAAAAwAIQCIAAQAHRAHBcrAiQAAAABRpc3BlAAAAAAAAAFAAAABAAAAB7GNv
bHJwcm9mAAAB4GxjbXMEIAAAbW50clJHQiBYWVogB+IAAwAUAAkADgAdYWNzcE1TRlQAAAAAc2F3c2N0cmwAAAAAAAAAAAAAAAAAAPbWAAEAAAAA0y1oYW
5kguKocouKP/clPrmS7iTWrgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAKZGVzYwAAAPwAAAAkY3BydAAAASAAAAAid3RwdAAAAUQAAAAUY2hh
ZAAAAVgAAAAsclhZWgAAAYQAAAAUZ1hZWgAAAZgAAAAUYlhZWgAAAawAAAAUclRSQwAAAcAAAAAgZ1RSQwAAAcAAAAAgYlRSQwAAAcAAAAAgbWx1YwAAAA
AAAAABAAAADGVuVVMAAAAIAAAAHABzAFAAMwBDbWx1YwAAAAAAAAABAAAADGVuVVMAAAAGAAAAHABDAEMAMAAAWFlaIAAAAAAAAPbWAAEAAAAA0y1zZjMy
AAAAAAABDEIAAAXe///zJQAAB5MAAP2Q///7of///k4AAAOaAADAFFhZWiAAAAAAAACD3wAAPb8AAAAAWFlaIAAAAAAAAEq/AACxNwAACrVYWVogAAAAAA
AAKDgAABEKAADIeHBhcmEAAAAAAAMAAAACZmkAAPKnAAANWQAAE9AAAApbAAAAEHBpeGkAAAAAAwgICAAAAAlpcm90AwAAABhpcG1hAAAAAAAAAAEAAQWB
AoOEhQAAABppcmVmAAAAAAAAAA5jZHNjAAIAAQABAAAB2G1kYXQAAAEUKAGvDuCB++jJ0isf4Ptf//MkPIfvSogxdtjzwsdfyYMN1trQzOCEGImN/Om3So
EXpSsg0bQdh1C3TLN1c8/y7faTG/Trdd95C453UStOnXU0DomcmZ0icniacUsM1L2CcwvG5YTObxOaLG0+wn5M92oPxsMftBTyIv1WnkZYf3xOe38P+Gv/
d/589XBHfflvG0V1l0kMsKugLVRErW+cYY2tQTkzC+z278Yqp3uQ57cEXXIyD6j9Vgv07haGjx6AMXFHNplRLBrD4AsALeGVMN4Ov5Y+6GcftegPyM1CnM
d36PhrmhuhHfLp8eb0+af1T/RcHeE7ynZvO+Xpu4eK4q7+7oMMj4jp3z7508/YwnvmiLXgAAAAAElJKgAIAAAABgASAQMAAQAAAAYAAAAaAQUAAQAAAFYA
AAAbAQUAAQAAAF4AAAAoAQMAAQAAAAIAAAATAgMAAQAAAAEAAABphwQAAQAAAGYAAAAAAAAAOGMAAOgDAAA4YwAA6AMAAAYAAJAHAAQAAAAwMjEwAZEHAA
QAAAABAgMAAKAHAAQAAAAwMTAwAaADAAEAAAD//wAAAqAEAAEAAABQAAAAA6AEAAEAAABAAAAAAAAAAA==
HEIC
cat > read.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const heif = createRequire(import.meta.url)('libheif-js/wasm-bundle');
const picture = readFileSync('picture.heic');
// The ICC profile of the file becomes code points: primaries, transfer, matrix, range.
const at = picture.indexOf('colrprof') + 4;
picture.write('nclx', at, 'latin1');
[9, 16, 9].forEach((point, index) => picture.writeUInt16BE(point, at + 4 + index * 2));
picture[at + 10] = 0;

const [error, found] = [heif._malloc(16), heif._malloc(16)];
const word = (place) => heif.HEAPU32[place >> 2];
const bytes = heif._malloc(picture.length);
heif.HEAPU8.set(picture, bytes);
const context = heif._heif_context_alloc();
heif._heif_context_read_from_memory_without_copy(error, context, bytes, picture.length, 0);
heif._heif_context_get_primary_image_handle(error, context, found);
const handle = word(found);
for (const name of ['without options', 'with its own profile']) {
  const options = heif._heif_decoding_options_alloc();
  heif._heif_image_handle_get_nclx_color_profile(error, handle, found);
  // Where `output_image_nclx_profile` lies in the options.
  if (name === 'with its own profile') heif.HEAPU32[(options + 56) >> 2] = word(found);
  heif._heif_decode_image(error, handle, found, 99, 99, options);
  const image = word(found);
  const planes = [0, 1, 2].map((channel) => {
    const plane = heif._heif_image_get_plane_readonly2(image, channel, found);
    const half = channel === 0 ? 1 : 2;
    return heif.HEAPU8[plane + Math.floor(20 / half) * word(found) + 16 / half];
  });
  heif._heif_image_get_nclx_color_profile(error, image, found);
  console.log(`${name}: ${planes} matrix ${word(word(found) + 12)}`);
}
JS
seen=$(node read.mjs)
echo "$seen"
[ "$seen" = $'without options: 88,210,93 matrix 6\nwith its own profile: 85,199,103 matrix 9' ]
