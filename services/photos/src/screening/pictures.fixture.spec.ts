import sharp from 'sharp';

/** Returns a generator of pseudorandom numbers in [0, 1), deterministic for each seed (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Returns a 4:5 picture of coloured spots of all sizes, similar to a real scene. Each seed gives another picture. */
export async function sceneJpeg(seed: number): Promise<Buffer> {
  const random = numbersFrom(seed);
  const spots = Array.from({ length: 90 }, (_, index) => {
    const radius = 12 + (1 - index / 90) ** 2 * 260 * (0.5 + random());
    const colour = `hsl(${random() * 360} ${20 + random() * 60}% ${15 + random() * 70}%)`;
    const place = `cx="${random() * 800}" cy="${random() * 1_000}"`;
    return `<ellipse ${place} rx="${radius}" ry="${radius * (0.5 + random())}" fill="${colour}"/>`;
  });
  return picture(`<rect width="800" height="1000" fill="#8899aa"/>${spots.join('')}`);
}

/** Returns a drawing of people side by side. Their faces are detectable but belong to no real person. */
export function facesJpeg(count: number): Promise<Buffer> {
  const people = Array.from({ length: count }, (_, index) => personAt(((index + 0.5) * 800) / count, count));
  return picture(`<rect width="800" height="1000" fill="#cfe0e6"/>${people.join('')}`);
}

function personAt(middle: number, count: number): string {
  const size = count > 1 ? 0.62 : 1;
  const eye = (side: number): string =>
    `<ellipse cx="${side * 52}" cy="-20" rx="24" ry="14" fill="#fff"/><circle cx="${side * 52}" cy="-20" r="12" fill="#3b2a1f"/>
     <path d="M${side * 52 - 30} -56 q30 -16 60 0" stroke="#3a2a20" stroke-width="9" fill="none"/>`;
  return `<g transform="translate(${middle} 420) scale(${size})">
    <path d="M-280 580 q20 -260 280 -280 q260 20 280 280 z" fill="#30475e"/>
    <rect x="-58" y="120" width="116" height="150" fill="#e3b08c"/>
    <ellipse cx="0" cy="-40" rx="170" ry="215" fill="#4a3226"/>
    <ellipse cx="0" cy="10" rx="138" ry="178" fill="#f0c8a8"/>
    ${eye(-1)}${eye(1)}
    <path d="M-6 -10 q-22 62 -14 70 q18 12 36 0" stroke="#c08a66" stroke-width="8" fill="none"/>
    <path d="M-52 100 q52 44 104 0 q-52 16 -104 0" fill="#a8433f"/></g>`;
}

const SVG = { operation: ['VipsForeignLoadSvgBuffer'] };
let drawing = 0;

/** Unblocks SVG while drawing, because a spec that imports the service's `sharp.ts` blocks SVG for the process. */
async function picture(content: string): Promise<Buffer> {
  const size = 'width="1080" height="1350" viewBox="0 0 800 1000"';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${content}</svg>`;
  drawing += 1;
  sharp.unblock(SVG);
  try {
    return await sharp(Buffer.from(svg)).jpeg({ quality: 92 }).toBuffer();
  } finally {
    drawing -= 1;
    if (drawing === 0) sharp.block(SVG);
  }
}

/** Changes to a stolen picture, made in this order. `crop`: fractions of width and height cut off at each side. */
export interface Theft {
  crop?: { left: number; top: number; right: number; bottom: number };
  isMirrored?: boolean;
  quality?: number;
}

export async function stolen(jpeg: Buffer, { crop, isMirrored, quality = 60 }: Theft): Promise<Buffer> {
  const { width, height } = await sharp(jpeg).metadata();
  const { left = 0, top = 0, right = 0, bottom = 0 } = crop ?? {};
  return sharp(jpeg)
    .extract({
      ...{ left: Math.round(left * width), top: Math.round(top * height) },
      ...{ width: Math.round((1 - left - right) * width), height: Math.round((1 - top - bottom) * height) },
    })
    .flop(isMirrored === true)
    .jpeg({ quality })
    .toBuffer();
}
