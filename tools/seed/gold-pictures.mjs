import sharp from 'sharp';
import { portrait } from './portrait.mjs';

/** The demo uses only person numbers below this one. */
const firstPerson = 1_000;
const width = 1080;
const height = 1350;

/** Effects that make a photo obviously bad: darkness, blur, a face that is cut off. */
const faults = [
  (picture) => picture.modulate({ brightness: 0.06, saturation: 0.4 }),
  (picture) => picture.blur(48),
  (picture) => picture.extract({ left: 0, top: 930, width: 300, height: 375 }).resize(width, height),
];

/** @returns two JPEGs of the same drawn person: one clearly good, one clearly bad */
export async function goldPictures(pair) {
  const drawn = (shot) => sharp(Buffer.from(portrait(firstPerson + pair, shot))).resize(width, height);
  const whole = await drawn(1).png().toBuffer();
  const jpeg = (picture) => picture.jpeg({ quality: 90 }).toBuffer();
  return {
    fine: await jpeg(drawn(0)),
    bad: await jpeg(faults[pair % faults.length](sharp(whole))),
  };
}
