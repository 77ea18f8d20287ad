import sharp from 'sharp';
import type { Random } from '../seeded-random.js';

export interface Size {
  width: number;
  height: number;
}

const SVG = { operation: ['VipsForeignLoadSvgBuffer'] };
let drawing = 0;

/** Renders SVG as PNG. Unblocks SVG during the call, because the photos service blocks it for the whole process. */
export async function rendered(content: string, { width, height }: Size): Promise<Buffer> {
  const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
  drawing += 1;
  sharp.unblock(SVG);
  try {
    return await sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${size}>${content}</svg>`))
      .png()
      .toBuffer();
  } finally {
    drawing -= 1;
    if (drawing === 0) sharp.block(SVG);
  }
}

const SKINS = ['#f6d7c3', '#eabf9f', '#d8a47f', '#b67c52', '#8d5a3a', '#5c3a27'];
const HAIRS = ['#1d1713', '#4a3226', '#8a5a2b', '#c9a35a', '#b4b0aa', '#7d2f1c'];
const IRISES = ['#3b2a1f', '#4a6a7a', '#3f5a3a', '#20160f'];
const SIDES = [-1, 1];

const numberIn = (random: Random, least: number, most: number): number => least + random.next() * (most - least);
const colour = (random: Random, saturation: number, lightness: number): string =>
  `hsl(${numberIn(random, 0, 360)} ${saturation}% ${lightness}%)`;

/** Draws head and shoulders. The centre of the face is at (0, 0); the face is two units wide, including its ears. */
export function head(random: Random): string {
  const [skin, hair, iris] = [random.pick(SKINS), random.pick(HAIRS), random.pick(IRISES)];
  const isBald = random.next() < 0.12;
  const isLong = !isBald && random.next() < 0.5;
  const isBearded = !isLong && random.next() < 0.4;
  const hasHat = random.next() < 0.15;
  const hasGlasses = random.next() < 0.25;
  const chin = numberIn(random, 1.22, 1.42);
  const apart = numberIn(random, 0.38, 0.43);
  const smile = numberIn(random, 0, 0.2);
  const lit = random.pick(SIDES);
  const face = `M-0.9 -0.35 C-0.9 ${-chin} 0.9 ${-chin} 0.9 -0.35 C0.92 0.5 0.5 ${chin} 0 ${chin} C-0.5 ${chin} -0.92 0.5 -0.9 -0.35 z`;
  const jaw = `M-0.88 0.1 C-0.9 0.6 -0.5 ${chin + 0.08} 0 ${chin + 0.08} C0.5 ${chin + 0.08} 0.9 0.6 0.88 0.1 C0.7 0.5 0.5 0.42 0 0.42 C-0.5 0.42 -0.7 0.5 -0.88 0.1 z`;
  const parts = [
    `<defs><linearGradient id="light" x1="${lit < 0 ? 0 : 1}" x2="${lit < 0 ? 1 : 0}" y1="0.2" y2="0.6">
      <stop offset="0" stop-color="#fff" stop-opacity="0.28"/><stop offset="0.5" stop-opacity="0"/><stop offset="1" stop-opacity="0.38"/>
      </linearGradient><radialGradient id="socket"><stop offset="0" stop-opacity="0.4"/><stop offset="1" stop-opacity="0"/></radialGradient></defs>`,
    isLong && `<path d="M-1.15 -0.3 q-0.05 -1.5 1.15 -1.5 q1.2 0 1.15 1.5 l0.15 2.3 h-2.6 z" fill="${hair}"/>`,
    `<path d="M-2.6 4.2 q0.1 -2.2 2.6 -2.4 q2.5 0.2 2.6 2.4 z" fill="${colour(random, 40, numberIn(random, 20, 70))}"/>`,
    `<rect x="-0.5" y="0.8" width="1" height="1.4" rx="0.3" fill="${skin}"/>`,
    `<path d="M-0.5 1.15 q0.5 0.5 1 0 v0.35 q-0.5 0.4 -1 0 z" opacity="0.3"/>`,
    ...SIDES.map((side) => `<ellipse cx="${side * 0.95}" cy="0" rx="0.13" ry="0.25" fill="${skin}"/>`),
    !isBald && `<ellipse cx="0" cy="-0.38" rx="1.06" ry="${chin - 0.1}" fill="${hair}"/>`,
    `<path d="${face}" fill="${skin}"/>`,
    isBearded && `<path d="${jaw}" fill="${hair}" opacity="0.85"/>`,
    `<path d="${face}" fill="url(#light)"/>`,
    ...SIDES.map((side) => eye(side * apart, numberIn(random, 0.09, 0.14), iris, hair)),
    `<path d="M-0.06 -0.15 q-0.12 0.4 -0.13 0.45 q0.02 0.1 0.19 0.1 q0.17 0 0.19 -0.1 q-0.01 -0.05 -0.13 -0.45" opacity="0.13"/>`,
    `<path d="M-0.17 0.34 q0.17 0.12 0.34 0" stroke="#000" stroke-opacity="0.45" stroke-width="0.045" fill="none"/>`,
    `<path d="M-0.36 0.66 q0.36 ${smile + 0.22} 0.72 0 q-0.36 ${smile} -0.72 0" fill="#b65650"/>`,
    `<path d="M-0.36 0.66 q0.36 ${smile} 0.72 0 q-0.18 -0.12 -0.36 -0.04 q-0.18 -0.08 -0.36 0.04" fill="#a1463f"/>`,
    hasGlasses && `<path d="M-0.15 -0.22 q0.15 -0.08 0.3 0" stroke="#222" stroke-width="0.05" fill="none"/>`,
    ...(hasGlasses ? SIDES.map((side) => lens(side * apart)) : []),
    hasHat &&
      `<path d="M-1.2 -0.62 q1.2 -0.3 2.4 0 q-0.1 -1.2 -1.2 -1.2 q-1.1 0 -1.2 1.2 z" fill="${colour(random, 50, 30)}"/>`,
  ];
  return parts.filter((part) => part !== false).join('');
}

function eye(x: number, open: number, iris: string, brow: string): string {
  return `<ellipse cx="${x}" cy="-0.2" rx="0.3" ry="0.2" fill="url(#socket)"/>
    <ellipse cx="${x}" cy="-0.18" rx="0.17" ry="${open}" fill="#f4f0ec"/>
    <circle cx="${x}" cy="-0.18" r="0.085" fill="${iris}"/><circle cx="${x}" cy="-0.18" r="0.04"/>
    <path d="M${x - 0.19} -0.17 q0.19 -0.17 0.38 0" stroke="#2a1c15" stroke-width="0.035" fill="none"/>
    <path d="M${x - 0.22} -0.4 q0.22 -0.12 0.44 0" stroke="${brow}" stroke-width="0.07" fill="none"/>`;
}

function lens(x: number): string {
  const size = 'width="0.54" height="0.38" rx="0.14"';
  return `<rect x="${x - 0.27}" y="-0.36" ${size} fill="#fff" fill-opacity="0.12" stroke="#222" stroke-width="0.05"/>`;
}

type Scene = (random: Random, size: Size) => string;

export const spots: Scene = (random, { width, height }) => {
  const ground = `<rect width="${width}" height="${height}" fill="${colour(random, 20, numberIn(random, 30, 80))}"/>`;
  return ground + ellipses(random, { width, height }, 40, () => colour(random, numberIn(random, 10, 60), 50));
};

function ellipses(random: Random, { width, height }: Size, count: number, fill: () => string): string {
  return Array.from({ length: count }, (_, index) => {
    const radius = (0.02 + (1 - index / count) ** 2 * 0.3 * numberIn(random, 0.5, 1.5)) * width;
    const place = `cx="${random.next() * width}" cy="${random.next() * height}"`;
    return `<ellipse ${place} rx="${radius}" ry="${radius * numberIn(random, 0.5, 1.5)}" fill="${fill()}" opacity="0.6"/>`;
  }).join('');
}

const waterfall: Scene = (random, { width, height }) => {
  const leaf = (): string => `hsl(${numberIn(random, 80, 140)} 35% ${numberIn(random, 8, 43)}%)`;
  const [x, y] = [numberIn(random, 0.25, 0.55) * width, numberIn(random, 0.1, 0.35) * height];
  const [wide, high] = [numberIn(random, 0.12, 0.37) * width, numberIn(random, 0.4, 0.6) * height];
  const jets = Array.from({ length: 60 }, () => {
    const start = `M${x + random.next() * wide} ${y + random.next() * high * 0.4}`;
    const curve = `q${numberIn(random, -10, 10)} ${high * 0.3} 0 ${high * numberIn(random, 0.2, 0.6)}`;
    const stroke = `stroke="hsl(200 15% ${numberIn(random, 50, 100)}%)" stroke-width="${numberIn(random, 1, 7)}"`;
    return `<path d="${start} ${curve}" ${stroke} fill="none" opacity="0.7"/>`;
  });
  return `<rect width="${width}" height="${height}" fill="#26402a"/>${ellipses(random, { width, height }, 150, leaf)}
    <rect x="${x}" y="${y}" width="${wide}" height="${high}" fill="#dfe6ea"/>${jets.join('')}
    <ellipse cx="${x + wide / 2}" cy="${y + high}" rx="${wide}" ry="30" fill="#6e8b8a"/>`;
};

const roundThings: Scene = (random, { width, height }) => {
  const things = Array.from({ length: random.between(1, 4) }, () => {
    const around = (count: number, part: string): string =>
      Array.from({ length: count }, (_, index) => `<g transform="rotate(${(index * 360) / count})">${part}</g>`).join(
        '',
      );
    const details = [
      around(12, '<rect x="-0.02" y="-0.9" width="0.04" height="0.15"/>'),
      around(9, `<ellipse cx="0" cy="-0.6" rx="0.2" ry="0.4" fill="${colour(random, 60, 60)}"/>`),
      '<circle cx="-0.35" cy="0" r="0.1"/><circle cx="0.35" cy="0" r="0.1"/>',
      '<circle r="0.6" fill="none" stroke="#555" stroke-width="0.05"/><circle r="0.3" fill="#444"/>',
    ];
    const place = `translate(${random.next() * width} ${random.next() * height}) scale(${numberIn(random, 0.1, 0.45) * width})`;
    const disc = `<circle r="1" fill="${colour(random, 40, numberIn(random, 40, 80))}" stroke="#333" stroke-width="0.06"/>`;
    return `<g transform="${place}">${disc}${random.pick(details)}</g>`;
  });
  return `<rect width="${width}" height="${height}" fill="${colour(random, 20, 60)}"/>${things.join('')}`;
};

const town: Scene = (random, { width, height }) => {
  const houses = Array.from({ length: 9 }, () => {
    const [wide, high] = [numberIn(random, 0.08, 0.28) * width, numberIn(random, 0.2, 0.7) * height];
    const windows = Array.from({ length: 28 }, (_, index) => {
      const place = `x="${0.1 + (index % 4) * 0.22}" y="${0.05 + Math.floor(index / 4) * 0.13}"`;
      return `<rect ${place} width="0.12" height="0.06" fill="hsl(210 20% ${numberIn(random, 15, 75)}%)"/>`;
    });
    const place = `translate(${random.next() * width} ${0.85 * height - high}) scale(${wide} ${high})`;
    const wall = `<rect width="1" height="1" fill="${colour(random, 15, numberIn(random, 30, 75))}"/>`;
    return `<g transform="${place}">${wall}${windows.join('')}</g>`;
  });
  return `<rect width="${width}" height="${height}" fill="hsl(205 50% 75%)"/>
    <rect y="${0.4 * height}" width="${width}" height="${height}" fill="hsl(90 20% 40%)"/>${houses.join('')}`;
};

export const SCENES: readonly Scene[] = [spots, waterfall, roundThings, town];
