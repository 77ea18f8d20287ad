/**
 * A number in [0, 1) made of the text: the same for the same text and without a pattern for others. FNV-1a, and the last
 * mixing of MurmurHash3, since FNV alone tells texts apart badly that differ in their end.
 */
export function chanceOf(text: string): number {
  let state = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    state = Math.imul(state ^ text.charCodeAt(index), 0x01000193);
  }
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35);
  return ((state ^ (state >>> 16)) >>> 0) / 2 ** 32;
}
