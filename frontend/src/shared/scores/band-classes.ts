/** Colours of a mark by the band of its score. */
export const bandClasses: Record<number, string> = {
  1: 'fill-(--fill) [--fill:var(--color-band-1)] forced-colors:fill-[Highlight] forced-colors:stroke-[CanvasText]',
  2: 'fill-(--fill) [--fill:var(--color-band-2)] forced-colors:fill-[Highlight] forced-colors:stroke-[CanvasText]',
  3: 'fill-(--fill) [--fill:var(--color-band-3)] forced-colors:fill-[Highlight] forced-colors:stroke-[CanvasText]',
  4: 'fill-(--fill) [--fill:var(--color-band-4)] forced-colors:fill-[Highlight] forced-colors:stroke-[CanvasText]',
};
