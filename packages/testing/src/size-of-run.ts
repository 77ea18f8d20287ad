/** How many runs, people or events a test takes: `whole` in `npm run test:all`, which sets TEST_ALL, and `short` in `npm test`. */
export const sizeOfRun = ({ short, whole }: { short: number; whole: number }): number =>
  process.env['TEST_ALL'] ? whole : short;
