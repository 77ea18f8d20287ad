import sharp from 'sharp';

const noise = { type: 'gaussian', mean: 128, sigma: 40 };

/** Grainy JPEGs, so that renditions have a realistic size. */
export function phonePictures(count, { width, height } = { width: 3_000, height: 4_000 }) {
  const picture = async (_, index) => {
    const create = { width: 600 + index, height: 800, channels: 3, noise };
    const bytes = await sharp({ create }).resize(width, height).jpeg({ quality: 85 }).toBuffer();
    return { bytes, name: `photo-${index + 1}.jpg` };
  };
  return Promise.all(Array.from({ length: count }, picture));
}
