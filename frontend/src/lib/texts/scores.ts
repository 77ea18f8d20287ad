export const scoreTexts = {
  chip: (score: number | null) => (score === null ? 'No rating yet' : `Score ${score} of 20`),
  ringLabel: 'Assessors done',
  ring: (done: number, limit: number) => `${done} of ${limit} assessors done`,
  range: (low: number, high: number) => `Likely between ${low} and ${high} on a scale of 1 to 20`,
  rangeShort: (low: number, high: number) => `${low} - ${high}`,
  level: { High: 'High confidence', Medium: 'Medium confidence', Low: 'Low confidence' },
  ratedBy: (raters: number) => (raters === 1 ? '1 rating' : `${raters} ratings`),
  averageOf: 'Average',
};
