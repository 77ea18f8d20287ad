import {
  type AssociatedRating,
  columnsOf,
  commentAssociations,
  comparedComments,
  estimateAssociations,
  fitScoreModel,
  type RatingColumns,
} from '@candid/scores';
import { type Random, randomOf } from '@candid/testing/random';
import { averageOf } from './figures.js';
import type { RatingMatrix } from './rating-matrix.js';
import { ratingsByPhoto } from './study-scores.js';

/** A design as in the product: an assessor rates all photos of each of `ownersPerAssessor` owners. */
interface OwnerDesign {
  photosPerOwner: number;
  assessorsPerOwner: number;
  ownersPerAssessor: number;
}

/**
 * Sources of comments. `shuffled`: comments depend on the scores, but are then shuffled among the owner's ratings.
 * `unrelated`: some comments are more frequent for a photo or assessor, regardless of scores. `planted`: like
 * `unrelated`, but ratings with one of the comments are `points` higher.
 */
export type CommentSource = { kind: 'shuffled' } | { kind: 'unrelated' } | { kind: 'planted'; points: number };

interface CommentStudyRow {
  owners: number;
  /** Share of owners who see any association. */
  claims: number;
  /** Share of owners who see the planted comment with the right sign. `told`: mean of the stated points. */
  found: number;
  told: number;
  /** Share of the planted comment's intervals, displayed or not, that contain its points. NaN if none is planted. */
  holds: number;
}

/** Number of phrases that assessors use; the planted one is the first. */
const phrasesUsed = 20;
const plantedChance = 0.35;

export function studyComments(
  matrix: RatingMatrix,
  design: OwnerDesign,
  source: CommentSource,
  draws: number,
  seed = 1,
): CommentStudyRow {
  const points = source.kind === 'planted' ? source.points : 0;
  const owners = Array.from({ length: draws }, (_, draw) =>
    drawnOwners(matrix, design, source, randomOf(seed + 7919 * draw)),
  ).flat();
  const told = owners.map(({ model, ratings }) => commentAssociations(model, ratings).associations);
  const right = told.flatMap((all) => all.filter((one) => isPlanted(one) && one.effect * points > 0));
  const estimates = (points === 0 ? [] : owners).flatMap(({ model, ratings }) =>
    estimateAssociations(model, ratings, comparedComments(ratings)).filter(isPlanted),
  );
  return {
    owners: owners.length,
    claims: averageOf(told.map((all) => (all.length > 0 ? 1 : 0))),
    found: right.length / owners.length,
    told: averageOf(right.map(({ effect }) => effect)),
    holds: averageOf(estimates.map(({ low, high }) => (low <= points && points <= high ? 1 : 0))),
  };
}

type Comment = AssociatedRating['comments'][number];

const plantedPhrase = 1;
const isPlanted = ({ phraseId }: { phraseId: number }): boolean => phraseId === plantedPhrase;

function drawnOwners(matrix: RatingMatrix, design: OwnerDesign, source: CommentSource, random: Random) {
  const columns = drawColumns(matrix, design, random);
  const photosOf = (owner: number) => [owner * design.photosPerOwner, (owner + 1) * design.photosPerOwner] as const;
  const count = (columns.photoStarts.length - 1) / design.photosPerOwner;
  const comments = Array.from({ length: count }, (_, owner) => {
    const [first, end] = photosOf(owner);
    return commentsOf(columns, first, end, source, random);
  });
  if (source.kind === 'planted') plant(columns, comments.flat(), source.points);
  const fit = fitScoreModel(columns);
  const byPhoto = ratingsByPhoto(columns, fit);
  return comments.map((ofOwner, owner) => {
    const ratings = byPhoto
      .slice(...photosOf(owner))
      .flat()
      .map(
        (rating, index): AssociatedRating => ({
          ...rating,
          comments: ofOwner[index]!,
          canChoose: () => true,
        }),
      );
    return { model: fit.model, ratings };
  });
}

/** Renumbers photos, so that the photos of one owner are adjacent. */
function drawColumns(
  { rows, photoCount }: RatingMatrix,
  { photosPerOwner, assessorsPerOwner, ownersPerAssessor }: OwnerDesign,
  random: Random,
): RatingColumns {
  const photos = random.shuffled(Array.from({ length: photoCount }, (_, photo) => photo));
  const owners = Array.from({ length: Math.floor(photoCount / photosPerOwner) }, (_, owner) => owner);
  const visits = Array.from({ length: assessorsPerOwner }, () => random.shuffled(owners)).flat();
  const chosen = random.shuffled(rows).slice(0, Math.ceil(visits.length / ownersPerAssessor));
  const drawn = chosen.flatMap((row, assessor) => {
    const visited = new Set(visits.slice(assessor * ownersPerAssessor, (assessor + 1) * ownersPerAssessor));
    return [...visited].flatMap((owner) =>
      Array.from({ length: photosPerOwner }, (_, place) => owner * photosPerOwner + place)
        .map((photo) => ({ assessor, photo, score: row[photos[photo]!]! }))
        .filter(({ score }) => !Number.isNaN(score)),
    );
  });
  return columnsOf(drawn, { photoCount: owners.length * photosPerOwner, assessorCount: chosen.length });
}

/** Draws the comments of each rating of the photos `first` to `end - 1`. */
function commentsOf(
  { photoStarts, assessors, scores }: RatingColumns,
  first: number,
  end: number,
  { kind }: CommentSource,
  random: Random,
): Comment[][] {
  const perRating = Array.from({ length: photoStarts[end]! - photoStarts[first]! }, (): Comment[] => []);
  for (let place = 0; place < phrasesUsed; place += 1) {
    const base = place === 0 ? Math.log(plantedChance / (1 - plantedChance)) : -2.5 + 2.5 * random.uniform();
    const tendency = tendencies(random);
    for (let photo = first; photo < end; photo += 1) {
      for (let n = photoStarts[photo]!; n < photoStarts[photo + 1]!; n += 1) {
        const tied = kind === 'shuffled' ? 0.2 * (scores[n]! - 10) : 0;
        const chance =
          1 / (1 + Math.exp(-base - tied - tendency(`photo ${photo}`) - 0.7 * tendency(`assessor ${assessors[n]}`)));
        if (random.uniform() < chance) perRating[n - photoStarts[first]!]!.push([1, plantedPhrase + place, 16]);
      }
    }
  }
  return kind === 'shuffled' ? random.shuffled(perRating) : perRating;
}

/** Returns a function that draws a standard normal number once per photo or assessor. */
function tendencies(random: Random): (of: string) => number {
  const known = new Map<string, number>();
  return (of) => {
    const tendency = known.get(of) ?? random.normal();
    known.set(of, tendency);
    return tendency;
  };
}

function plant({ scores }: RatingColumns, comments: readonly Comment[][], points: number): void {
  for (const [n, given] of comments.entries()) {
    if (given.some(([, phraseId]) => phraseId === plantedPhrase))
      scores[n] = Math.min(20, Math.max(1, scores[n]! + points));
  }
}
