export const retakeTexts = {
  title: 'Progress',
  ask: 'Is this photo a retake?',
  askLead: 'Choose the earlier photo to see what has changed.',
  choose: 'The earlier photo',
  chooseOther: 'Choose another',
  before: 'Before',
  now: 'Now',
  change: (points: number) =>
    points === 0
      ? 'Both photos have the same adjusted score.'
      : `The new photo's adjusted score is ${Math.abs(points)} ${points > 0 ? 'higher' : 'lower'}.`,
  newBetter: (percent: number) => `The new photo is better (${percent}% sure)`,
  earlierBetter: (percent: number) => `The earlier photo is better (${percent}% sure)`,
};
