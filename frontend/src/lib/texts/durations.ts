import { PRODUCT } from '@candid/contracts';

/** Texts about how long an assessment takes, shown before it starts. */
export const durationTexts = {
  plannedWith: (minutes: number = PRODUCT.minutesPerAssessor) =>
    `Planned with ${minutes} min for each assessor, not measured yet.`,
  firstIn: (time: string) => `First rating in about ${time}.`,
  mostWithin: (time: string) => `4 of 5 recent ones took ${time} or less.`,
};
