import sharp from 'sharp';

type Draw = (person: number, shot: number) => string;

let drawing: Promise<Draw> | undefined;
const portraits = new Map<string, Promise<Buffer>>();

/** The demo's drawn portraits as JPEG: no real faces, but easy to tell apart. Each is drawn once. */
export function portrait(person: number, shot: number): Promise<Buffer> {
  const name = `${person} ${shot}`;
  const drawn = portraits.get(name) ?? draw(person, shot);
  portraits.set(name, drawn);
  return drawn;
}

/** A few blurred pixels of a portrait, as the server stores them. */
export async function previewOf(person: number): Promise<string> {
  const bytes = await sharp(await portrait(person, 1))
    .resize(20, 25)
    .blur(1)
    .webp({ quality: 40 })
    .toBuffer();
  return `data:image/webp;base64,${bytes.toString('base64')}`;
}

async function draw(person: number, shot: number): Promise<Buffer> {
  const module = new URL('../../../tools/seed/portrait.mjs', import.meta.url).href;
  drawing ??= import(module).then((loaded: { portrait: Draw }) => loaded.portrait);
  const svg = (await drawing)(person, shot);
  return sharp(Buffer.from(svg)).resize(800).jpeg({ quality: 88 }).toBuffer();
}
