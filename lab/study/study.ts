import { readFileSync } from 'node:fs';
import { studyAdversaries, worstMixture } from './adversaries.js';
import { parseRatingMatrix } from './rating-matrix.js';
import { simulateWeek, type Week, weeks } from './simulate-audience-first.js';
import { type AllocationOutcome, studyAllocation } from './study-allocation.js';
import { type AudienceRow, audiencesOf, studyAudience } from './study-audience.js';
import { type CommentSource, studyComments } from './study-comments.js';
import { type CalibrationBin, type StudyRow, studyCalibration, studyDesign } from './study-scores.js';

/** `npm run score:study -- <table> [levels] [draws]`: compares the adjusted score with the plain mean. */
const [path, levels = '7', draws = '200'] = process.argv.slice(2);
if (!path) {
  console.error('Usage: npm run score:study -- <table.csv> [levels of its scale, default 7] [draws, default 200]');
  process.exit(2);
}
const matrix = parseRatingMatrix(readFileSync(path, 'utf8'), Number(levels));
console.log(`${matrix.photoCount} photos, ${matrix.rows.length} assessors, ${draws} draws of each design`);
console.log('assessors  photos   error, points          correlation     right pair order       80 % interval');
console.log(
  '/photo  /assessor   mean   adjusted  ratio     mean   adjusted     mean    adjusted   more    holds   width',
);
for (const assessorsPerPhoto of [2, 4, 8]) {
  for (const photosPerAssessor of [6, 12, 30]) {
    console.log(line(studyDesign(matrix, { assessorsPerPhoto, photosPerAssessor }, Number(draws))));
  }
}
console.log('\nstated probability that one photo beats another, and how often it did, at 4 assessors and 12 photos');
const bins = studyCalibration(matrix, { assessorsPerPhoto: 4, photosPerAssessor: 12 }, Number(draws));
for (const bin of bins) console.log(binLine(bin));

const designs = [2, 4, 8].flatMap((assessorsPerPhoto) =>
  [0.25, 0.5, 1].map((audienceShare) => ({ assessorsPerPhoto, audienceShare, photosPerAssessor: 12 })),
);
for (const audience of audiencesOf(matrix, 60)) {
  console.log(`\nscores for an audience: ${audience}; truth: the mean of those who were not drawn`);
  console.log('assessors  audience   error, points                       ratio to the    80 % interval');
  console.log('/photo                adjusted, of all  of the audience  both  better of two   holds');
  const rows = designs.flatMap((design) => studyAudience(matrix, audience, design, Number(draws)) ?? []);
  for (const row of rows) console.log(audienceLine(row));
  const ratios = rows.map(ratioOf);
  console.log(
    `average ratio ${(ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length).toFixed(3)}, highest ${Math.max(...ratios).toFixed(3)}`,
  );
}

console.log(
  '\nratings until the best of 4 photos is known with 85 % certainty: by what each assessor rates in a visit',
);
for (const ratingsMax of [400, 40]) {
  const { every, allocated } = studyAllocation(matrix, { draws: 10 * Number(draws), ratingsMax });
  console.log(`${ratingsMax} ratings at most${ratingsMax === 40 ? ', which is what an owner can buy at once' : ''}`);
  console.log(allocationLine('all four', every));
  console.log(allocationLine('those likeliest to be the best', allocated));
  const fewer = (part: 'ratings' | 'ratingsMedian') => percent(1 - allocated[part] / every[part]).trim();
  console.log(`fewer ratings: ${fewer('ratings')}, by the median ${fewer('ratingsMedian')}`);
  console.log(
    'stated certainty of the best photo after each visit, and how often it was the best: all four, and likeliest',
  );
  for (const [decile, bin] of allocated.bins.entries()) {
    const ofEvery = every.bins[decile]!;
    if (Math.min(bin.pairs, ofEvery.pairs) >= 100) console.log(`${binLine(ofEvery)}   ${binLine(bin)}`);
  }
}

console.log('\na week in which some assessments go to their audience first, beside the same week without the offer');
console.log(
  'busy    of audience  ask for it  share of ratings       minutes to completion      per visit, of audience and others',
);
for (const week of weeks) console.log(weekLine(week));

console.log('\nsimulated comments on these ratings, some 400 owners a line; 12 photos an assessor');
console.log('photos  assessors   told anything, at most 5 %   told of a comment with 3 points more');
console.log('/owner  /owner       dealt anew   unrelated         found   points told   interval holds');
for (const [photosPerOwner, assessorsPerOwner] of [
  [3, 4],
  [6, 6],
  [6, 12],
  [12, 12],
] as const) {
  const design = { photosPerOwner, assessorsPerOwner, ownersPerAssessor: 12 / photosPerOwner };
  const commentDraws = Math.ceil(400 / Math.floor(matrix.photoCount / photosPerOwner));
  const row = (source: CommentSource) => studyComments(matrix, design, source, commentDraws);
  const [dealt, unrelated] = [row({ kind: 'shuffled' }), row({ kind: 'unrelated' })];
  const { found, told, holds } = row({ kind: 'planted', points: 3 });
  const claims = `${percent(dealt.claims).padStart(14)} ${percent(unrelated.claims).padStart(11)}`;
  const planted = `${percent(found).padStart(13)} ${told.toFixed(1).padStart(13)} ${percent(holds).padStart(16)}`;
  console.log(`${String(photosPerOwner).padStart(6)}${String(assessorsPerOwner).padStart(11)}  ${claims} ${planted}`);
}

const adversaries = { assessors: 300, assessmentsPerAssessor: 100, mixture: worstMixture, seed: 1 };
console.log(
  '\nsimulated adversaries: 10 % random, 10 % all-10, 5 % in a ring for their own photos; 300 assessors, 100 photoAssessments each',
);
const { error, found } = studyAdversaries(adversaries);
const growth = (attacked: number) => percent(attacked / error.honest - 1);
console.log(`error, points: ${error.honest.toFixed(2)} among honest assessors, ${error.attacked.toFixed(2)} with them`);
console.log(`error grows by ${growth(error.attacked)}; by ${growth(error.unguarded)} where nobody is judged`);
console.log(`found: random ${percent(found.random)}, all-10 ${percent(found['straight-lining'])}`);
console.log(`warned among the honest: ${percent(found.honest)}`);

function line({
  assessorsPerPhoto,
  photosPerAssessor,
  error,
  correlation,
  pairOrder,
  coverage,
  width,
}: StudyRow): string {
  const more = (pairOrder.fairScore - pairOrder.plainMean) * 100;
  return [
    String(assessorsPerPhoto).padStart(6),
    String(photosPerAssessor).padStart(7),
    ` ${error.plainMean.toFixed(2).padStart(6)}${error.fairScore.toFixed(2).padStart(7)}`,
    (error.fairScore / error.plainMean).toFixed(3).padStart(6),
    `  ${correlation.plainMean.toFixed(3).padStart(7)}${correlation.fairScore.toFixed(3).padStart(7)}`,
    `  ${percent(pairOrder.plainMean)} ${percent(pairOrder.fairScore)} ${`+${more.toFixed(1)}`.padStart(6)}`,
    `  ${percent(coverage)}${width.toFixed(1).padStart(8)}`,
  ].join(' ');
}

function ratioOf({ ofAll, ofOwn, ofAudience }: AudienceRow): number {
  return ofAudience / Math.min(ofAll, ofOwn);
}

function audienceLine(row: AudienceRow): string {
  return [
    String(row.assessorsPerPhoto).padStart(6),
    percent(row.audienceShare).padStart(10),
    row.ofAll.toFixed(2).padStart(13),
    row.ofOwn.toFixed(2).padStart(13),
    row.ofAudience.toFixed(2).padStart(11),
    ratioOf(row).toFixed(3).padStart(12),
    percent(row.coverage).padStart(12),
  ].join(' ');
}

function weekLine(week: Week): string {
  const [without, offered] = [simulateWeek(week, false), simulateWeek(week, true)];
  const { audienceShare, firstMinutes } = offered;
  return [
    percent((week.startsPerHour * week.testLimit) / week.ratingsPerHour),
    percent(week.audienceShare).padStart(11),
    percent(week.firstShare).padStart(11),
    ` ${percent(without.audienceShare)} ${percent(audienceShare)} ${(audienceShare / without.audienceShare).toFixed(2)}x`,
    `  ${without.firstMinutes.toFixed(0).padStart(6)} ${firstMinutes.toFixed(0).padStart(6)} ${(firstMinutes / without.firstMinutes).toFixed(2)}x`,
    `    ${offered.audienceRatings.toFixed(2)} ${offered.otherRatings.toFixed(2)}`,
  ].join(' ');
}

function allocationLine(name: string, { ratings, ratingsMedian, answered, right }: AllocationOutcome): string {
  const found = `answered ${percent(answered)}, rightly ${percent(right)}`;
  return `  ${name.padEnd(31)} ${ratings.toFixed(1)} ratings on average, median ${ratingsMedian}, ${found}`;
}

function binLine({ pairs, stated, happened }: CalibrationBin): string {
  return `${percent(stated)} stated ${percent(happened)} happened ${String(pairs).padStart(8)} pairs`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`.padStart(7);
}
