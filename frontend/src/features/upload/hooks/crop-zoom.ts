/** The picture covers the crop at 1. */
export const zoomMin = 1;
export const zoomMax = 3;
export const zoomStep = 0.2;

/** The next step on the scale, also from a zoom between two steps, where a pinch may have left it. */
export function zoomBy(steps: 1 | -1, zoom: number): number {
  const at = zoom / zoomStep;
  const near = Math.round(at);
  const onScale = Math.abs(at - near) < 1e-6;
  const next = onScale ? near + steps : steps > 0 ? Math.ceil(at) : Math.floor(at);
  return limitZoom(next * zoomStep);
}

export function limitZoom(zoom: number): number {
  return Math.min(zoomMax, Math.max(zoomMin, Math.round(zoom * 100) / 100));
}
