import { createRequire } from 'node:module';
import { type ImageRefusal, ImageRefusedError } from './image-refused-error.js';
import type { CodedColours } from './picture-colours.js';
import type { Size } from './renditions.js';

type HeifFunction = (...numbersAndPointers: number[]) => number;

/** libheif's C functions and their memory. Pointers are offsets in that memory. */
interface LibHeif {
  readonly HEAPU8: Uint8Array;
  readonly HEAPU32: Uint32Array;
  _malloc(bytes: number): number;
  readonly [name: `_heif_${string}`]: HeifFunction;
}

/** Values of an error's `code`. `SECURITY_LIMIT` is the `subcode` for an exceeded limit of libheif. */
const UNSUPPORTED = new Set([3, 4, 11]);
const BEYOND_BOUNDS = 6;
const SECURITY_LIMIT = 1_000;
const ANY = 99;
/** Offset of the output colours in `heif_decoding_options`. If unset, libheif converts all planes to one matrix. */
const OUTPUT_COLOURS_AT = 56;
/** Matrices of H.273 that this code supports. Unspecified (2) counts as BT.601, as in libheif and browsers. */
const MATRICES = new Set([1, 2, 5, 6, 9]);

/** `MONOCHROME` is a `heif_colorspace`. A picture with 4:2:0 chroma has 1.5 numbers per pixel, with 4:2:2 it has 2. */
const MONOCHROME = 2;
const NUMBERS_BY_CHROMA: Readonly<Record<number, number>> = { 1: 1.5, 2: 2 };

/** Size of the largest structure that libheif fills in. */
const FOUND_BYTES = 64;

export interface CodedPlane extends Size {
  /** Bytes from the start of a row to the start of the next. */
  stride: number;
  bits: number;
  /** A view of the decoder's memory, valid until the next decoding. Numbers of more than 8 bits take two bytes. */
  data: Uint8Array;
}

/** A decoded picture in coded form: brightness and two colour differences, which often have half the size. */
export interface CodedPlanes {
  luma: CodedPlane;
  /** Absent in grey pictures. */
  differences: [CodedPlane, CodedPlane] | null;
  alpha: CodedPlane | null;
  colours: CodedColours | null;
  matrix: number;
  isFullRange: boolean;
}

/**
 * A file of the HEIF family, read with libheif. The WebAssembly memory of libheif grows until the process ends.
 * @throws ImageRefusedError
 */
export class HeifFile {
  readonly #heif: LibHeif;
  readonly #context: number;
  readonly #error: number;
  readonly #found: number;
  /** Pointer to the still picture; 0 if the file has only a sequence. */
  readonly #handle: number;
  readonly #track: number = 0;
  /** Upright, in pixels. */
  readonly width: number;
  readonly height: number;
  readonly bits: number;
  /** Numbers per pixel on average, for example 1.5 with 4:2:0 chroma. */
  readonly numbers: number;
  readonly coding: 'hevc' | 'av1' | 'other';
  readonly icc: Buffer | null;
  readonly colours: CodedColours | null;

  constructor(bytes: Uint8Array) {
    this.#heif = createRequire(import.meta.url)('libheif-js/wasm-bundle') as LibHeif;
    const heif = this.#heif;
    this.#error = heif._malloc(16);
    this.#found = heif._malloc(FOUND_BYTES);
    this.#context = this.#call('context_alloc');
    const at = heif._malloc(bytes.length);
    heif.HEAPU8.set(bytes, at);
    this.#try('context_read_from_memory_without_copy', this.#context, at, bytes.length, 0);
    this.#call('context_get_primary_image_handle', this.#error, this.#context, this.#found);
    const hasStill = this.#word(this.#error) === 0;
    if (!hasStill && this.#call('context_has_sequence', this.#context) === 0) this.#refuseError('parts');
    this.#handle = hasStill ? this.#word(this.#found) : 0;
    if (!hasStill) this.#track = this.#call('context_get_track', this.#context, 0);
    const still = this.#handle;
    this.width = still ? this.#call('image_handle_get_width', still) : this.#trackSide('width');
    this.height = still ? this.#call('image_handle_get_height', still) : this.#trackSide('height');
    this.bits = still ? this.#call('image_handle_get_luma_bits_per_pixel', still) : 8;
    this.coding = still ? this.#codingOf(this.#call('image_handle_get_item_id', still)) : 'hevc';
    this.numbers = still && this.coding !== 'other' ? this.#numbersOf(still) : 1.5;
    this.icc = still ? this.#readIcc() : null;
    this.colours = still ? this.#coloursOf(this.#nclx('image_handle', still)) : null;
  }

  /** Decodes the first picture. */
  decode(): CodedPlanes {
    const heif = this.#heif;
    const options = this.#call('decoding_options_alloc');
    const stated = this.#handle && this.#nclx('image_handle', this.#handle);
    if (stated && MATRICES.has(this.#word(stated + 12))) heif.HEAPU32[(options + OUTPUT_COLOURS_AT) >> 2] = stated;
    const decode = this.#handle ? 'decode_image' : 'track_decode_next_image';
    this.#call(decode, this.#error, this.#handle || this.#track, this.#found, ANY, ANY, options);
    // libheif 1.23.2 uses the cropped size as a limit, and refuses a larger coded picture (libheif issue 1856).
    this.#refuseError('feature');
    const image = this.#word(this.#found);
    const [cb, cr, alpha] = [1, 2, 6].map((channel) => this.#plane(image, channel));
    const luma = this.#plane(image, 0);
    if (!luma) throw new ImageRefusedError('feature');
    const coded = this.#nclx('image', image);
    return {
      luma,
      differences: cb && cr ? [cb, cr] : null,
      alpha: alpha ?? null,
      colours: this.colours ?? this.#coloursOf(coded),
      matrix: coded ? this.#word(coded + 12) : 2,
      isFullRange: coded ? heif.HEAPU8[coded + 16] !== 0 : true,
    };
  }

  #numbersOf(handle: number): number {
    this.#try('image_handle_get_preferred_decoding_colorspace', handle, this.#found, this.#found + 4);
    const isGrey = this.#word(this.#found) === MONOCHROME;
    const colours = isGrey ? 1 : (NUMBERS_BY_CHROMA[this.#word(this.#found + 4)] ?? 3);
    return colours + (this.#call('image_handle_has_alpha_channel', handle) !== 0 ? 1 : 0);
  }

  #plane(image: number, channel: number): CodedPlane | undefined {
    if (this.#call('image_has_channel', image, channel) === 0) return undefined;
    const at = this.#call('image_get_plane_readonly2', image, channel, this.#found);
    const stride = this.#word(this.#found);
    const width = this.#call('image_get_width', image, channel);
    const height = this.#call('image_get_height', image, channel);
    const bits = this.#call('image_get_bits_per_pixel_range', image, channel);
    return { width, height, stride, bits, data: this.#heif.HEAPU8.subarray(at, at + stride * height) };
  }

  /** Returns the coding of the item, or of its first part if it consists of parts. */
  #codingOf(item: number, depth = 0): 'hevc' | 'av1' | 'other' {
    const type = this.#call('item_get_item_type', this.#context, item);
    const name = String.fromCharCode(type >>> 24, (type >> 16) & 255, (type >> 8) & 255, type & 255);
    if (name === 'hvc1') return 'hevc';
    if (name === 'av01') return 'av1';
    if (depth === 2 || !['grid', 'iden', 'iovl'].includes(name)) return 'other';
    const count = this.#call('context_get_item_references', this.#context, item, 0, this.#found, this.#found + 4);
    const first = count > 0 ? this.#word(this.#word(this.#found + 4)) : 0;
    return first === 0 ? 'other' : this.#codingOf(first, depth + 1);
  }

  #readIcc(): Buffer | null {
    const size = this.#call('image_handle_get_raw_color_profile_size', this.#handle);
    if (size === 0) return null;
    const at = this.#heif._malloc(size);
    this.#try('image_handle_get_raw_color_profile', this.#handle, at);
    return Buffer.from(this.#heif.HEAPU8.slice(at, at + size));
  }

  /** @param nclx pointer to a colour profile, or 0 */
  #coloursOf(nclx: number): CodedColours | null {
    if (!nclx) return null;
    const [primaries, transfer, peakNits] = [this.#word(nclx + 4), this.#word(nclx + 8), this.#peakNits()];
    return { primaries, transfer, ...(peakNits && { peakNits }) };
  }

  /** Returns the stated brightness of the brightest pixel, otherwise the peak of the mastering display. */
  #peakNits(): number | undefined {
    if (!this.#handle) return undefined;
    this.#heif.HEAPU8.fill(0, this.#found, this.#found + FOUND_BYTES);
    this.#call('image_handle_get_content_light_level', this.#handle, this.#found);
    const brightest = this.#word(this.#found) & 0xffff;
    if (brightest > 0) return brightest;
    this.#call('image_handle_get_mastering_display_colour_volume', this.#handle, this.#found);
    return this.#word(this.#found + 16) / 10_000 || undefined;
  }

  /** Returns a pointer to the colour profile, or 0 if there is none. */
  #nclx(of: 'image' | 'image_handle', pointer: number): number {
    this.#call(`${of}_get_nclx_color_profile`, this.#error, pointer, this.#found);
    return this.#word(this.#error) === 0 ? this.#word(this.#found) : 0;
  }

  #trackSide(side: 'width' | 'height'): number {
    this.#try('track_get_image_resolution', this.#track, this.#found, this.#found + 2);
    return (this.#word(this.#found) >>> (side === 'width' ? 0 : 16)) & 0xffff;
  }

  #call(name: string, ...values: number[]): number {
    return this.#heif[`_heif_${name}`]!(...values);
  }

  /** Calls a function that can fail. The function writes its error to `#error`, and `#try` throws it. */
  #try(name: string, ...values: number[]): void {
    this.#call(name, this.#error, ...values);
    this.#refuseError('parts');
  }

  #refuseError(beyondBounds: ImageRefusal): void {
    const [code, subcode] = [this.#word(this.#error), this.#word(this.#error + 4)];
    if (code === 0) return;
    const isBeyond = code === BEYOND_BOUNDS || subcode === SECURITY_LIMIT;
    const cause = new Error(`libheif: error ${code}, ${subcode}`);
    throw new ImageRefusedError(isBeyond ? beyondBounds : UNSUPPORTED.has(code) ? 'feature' : 'broken', cause);
  }

  #word(at: number): number {
    return this.#heif.HEAPU32[at >> 2]!;
  }
}
