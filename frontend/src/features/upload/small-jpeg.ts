/** Large enough for face detection. */
const sideMaxPx = 480;

/**
 * The whole picture as a base64 JPEG; its longer side is at most 480 px. Null where this browser's canvas gives back something else than what
 * was drawn, as Firefox does with `privacy.resistFingerprinting`, or where there is no canvas.
 */
export async function smallJpegOf(image: HTMLImageElement): Promise<string | null> {
  if (!canvasIsTrue()) return null;
  const scale = Math.min(1, sideMaxPx / Math.max(image.naturalWidth, image.naturalHeight));
  const [width, height] = [image.naturalWidth, image.naturalHeight].map((side) =>
    Math.max(1, Math.round(side * scale)),
  );
  const drawing = drawingOf(width ?? 1, height ?? 1);
  if (!drawing) return null;
  drawing.context.imageSmoothingQuality = 'high';
  drawing.context.drawImage(image, 0, 0, drawing.canvas.width, drawing.canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => drawing.canvas.toBlob(resolve, 'image/jpeg', 0.8));
  if (!blob) return null;
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

/** In each channel: some browsers add a little noise. */
const noiseMax = 8;

/** Returns whether pixels of known colours can be read back. */
function canvasIsTrue(): boolean {
  const [known, side] = [['#c81e3c', '#14a078', '#2850dc', '#f0e6d2'], 8];
  const drawing = drawingOf(side * known.length, side);
  if (!drawing) return false;
  const { context, canvas } = drawing;
  known.forEach((colour, at) => {
    context.fillStyle = colour;
    context.fillRect(at * side, 0, side, side);
  });
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  const expected = known.map((colour) => [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16)));
  return data.every((value, at) => {
    const channel = at % 4;
    const drawn = channel === 3 ? 255 : expected[Math.floor((((at - channel) / 4) % canvas.width) / side)]?.[channel];
    return Math.abs(value - (drawn ?? 0)) <= noiseMax;
  });
}

function drawingOf(width: number, height: number) {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  return context && { canvas, context };
}
