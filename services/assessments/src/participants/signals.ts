export type Signal = 'hurried' | 'straight-lining' | 'skipping' | 'obvious-missed';

/** Texts for the assessor. None of them mentions gold pairs, because assessors must not learn that these exist. */
export const SIGNAL_TEXTS: Readonly<Record<Signal, string>> = {
  hurried: 'Your ratings come so fast that the photos can hardly have been looked at.',
  'straight-lining': 'Nearly all of your latest ratings are the same number.',
  skipping: 'You have opened many assessments one after another and not rated them; each reserves a slot for you.',
  'obvious-missed': 'Several of your ratings look as if the photos had not been looked at.',
};

export const pauseText = (signal: Signal): string =>
  `Your assessing is paused. ${SIGNAL_TEXTS[signal]} You can appeal against it.`;
