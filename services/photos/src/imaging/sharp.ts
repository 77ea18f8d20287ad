import sharp from 'sharp';

/** Nothing is kept between pictures, and one picture uses one thread: the number of processes bounds the work. */
sharp.cache(false);
sharp.concurrency(1);

/** libvips would also read SVG, PDF, TIFF and more; a loader that is not allowed cannot be reached by any bytes. */
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadHeifBuffer',
  ],
});

export { sharp };
