import sharp from 'sharp';

const SPOTS = 60;

/** Generates a JPEG of random coloured spots; each seed gives another picture. */
export async function scene(seed: number): Promise<{ bytes: Buffer; name: string }> {
  const random = numbersFrom(seed);
  const spots = Array.from({ length: SPOTS }, (_, index) => {
    const radius = 12 + (1 - index / SPOTS) ** 2 * 200 * (0.5 + random());
    const fill = `hsl(${random() * 360} ${20 + random() * 60}% ${15 + random() * 70}%)`;
    return `<circle cx="${random() * 640}" cy="${random() * 800}" r="${radius}" fill="${fill}"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="800">${spots.join('')}</svg>`;
  const bytes = await sharp(Buffer.from(svg)).flatten({ background: '#8899aa' }).jpeg({ quality: 90 }).toBuffer();
  return { bytes, name: `scene-${seed}.jpg` };
}

/** Disguises a copy: crops a tenth of each side, mirrors it and re-encodes it. */
export async function disguised(bytes: Buffer): Promise<{ bytes: Buffer; name: string }> {
  const { width, height } = await sharp(bytes).metadata();
  const kept = { width: Math.round(width * 0.9), height: Math.round(height * 0.9) };
  const changed = sharp(bytes).extract({ left: width - kept.width, top: 0, ...kept });
  return { bytes: await changed.flop().jpeg({ quality: 60 }).toBuffer(), name: 'mine.jpg' };
}

/** Linear congruential generator of numbers in [0, 1), deterministic for a seed. */
function numbersFrom(seed: number): () => number {
  let state = (seed * 2_654_435_761 + 12_345) % 4_294_967_296;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}
