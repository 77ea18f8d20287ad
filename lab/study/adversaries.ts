import { type AssessorState, evolve, initialState } from '@candid/assessments/assessor-quality/assessor';
import type { Behaviour, GoldAnswer, Turn } from '@candid/assessments/assessor-quality/behaviour';
import { decide } from '@candid/assessments/assessor-quality/decide';
import { columnsOf, fitScoreModel } from '@candid/scores';
import { type Random, randomOf } from '@candid/testing/random';
import { averageOf, rootMeanSquareError } from './figures.js';
import {
  answersGoldRightly,
  type Kind,
  type Mixture,
  type SimulatedAssessor,
  secondsOn,
  simulatedAssessors,
  skipsAssessment,
  voteOf,
} from './simulated-assessors.js';
import { adjustedScoresOf } from './study-scores.js';

const photosPerAssessment = 2;
const assessorsPerPhoto = 4;
const goldEvery = 12;
/** Number of photos per member of the ring. `ringVotesPerPhoto`: half of a photo's votes come from the ring. */
const ringPhotosPerMember = 4;
const ringVotesPerPhoto = 2;

export interface AdversaryStudy {
  /** Root mean square errors of the adjusted score, in points. */
  error: { honest: number; attacked: number; unguarded: number };
  /** Share of assessors who were warned or paused, by kind. */
  found: Record<Kind, number>;
  /** Number of submissions that no longer count. `complete`: share of photos that are fully rated without these. */
  spoiled: number;
  complete: number;
}

interface AdversaryDesign {
  assessors: number;
  assessmentsPerAssessor: number;
  mixture: Mixture;
  seed: number;
}

export const worstMixture: Mixture = { random: 0.1, 'straight-lining': 0.1, ring: 0.05 };

/** Compares a marketplace without adversaries, one with adversaries, and one with adversaries and no judgements. */
export function studyAdversaries(design: AdversaryDesign): AdversaryStudy {
  const honest = new Marketplace({ ...design, mixture: {} }, true).run();
  const attacked = new Marketplace(design, true);
  const error = { honest, attacked: attacked.run(), unguarded: new Marketplace(design, false).run() };
  return { error, found: attacked.found(), spoiled: attacked.spoiledCount, complete: attacked.completeShare() };
}

interface Vote {
  assessor: number;
  photo: number;
  score: number;
  submissionId: string;
}

interface Known {
  state: AssessorState;
  turns: Turn[];
  goldAnswers: GoldAnswer[];
  wasFound: boolean;
  photoAssessments: number;
  rated: Set<number>;
}

/** Simulates photo assessments in sequence. The product's code judges assessors. New ratings replace spoiled ones. */
class Marketplace {
  private readonly random: Random;
  private readonly assessors: SimulatedAssessor[];
  private readonly known: Known[];
  private readonly photos: { score: number; isOfRing: boolean; ringVotes: number }[];
  /** Queue of photos with an entry per missing rating. The next photo is at the end. */
  private readonly wanted: number[];
  private votes: Vote[] = [];
  private readonly spoiled = new Set<string>();
  private clock = 0;

  constructor(
    private readonly design: AdversaryDesign,
    private readonly isJudged: boolean,
  ) {
    this.random = randomOf(design.seed);
    const photoCount = Math.floor(
      (design.assessors * design.assessmentsPerAssessor * photosPerAssessment * 0.6) / assessorsPerPhoto,
    );
    const ringPhotos = Math.round((design.mixture.ring ?? 0) * design.assessors) * ringPhotosPerMember;
    this.photos = Array.from({ length: photoCount }, (_, photo) => ({
      score: 11 + Math.sqrt(6) * this.random.normal(),
      isOfRing: photo < ringPhotos,
      ringVotes: 0,
    }));
    this.assessors = simulatedAssessors(design.assessors, design.mixture, this.random);
    this.known = this.assessors.map(() => ({
      state: initialState(),
      turns: [],
      goldAnswers: [],
      wasFound: false,
      photoAssessments: 0,
      rated: new Set(),
    }));
    const needs = this.photos.flatMap((_, photo) => Array<number>(assessorsPerPhoto).fill(photo));
    this.wanted = this.random.shuffled(needs);
  }

  /** @returns the error of the adjusted score over all photos */
  run(): number {
    const all = this.assessors.map((_, assessor) => assessor);
    for (let round = 0; this.wanted.length > 0 && round < this.design.assessmentsPerAssessor * 2; round += 1) {
      for (const assessor of this.random.shuffled(all)) this.turn(assessor);
    }
    const counting = this.votes.filter(({ submissionId }) => !this.spoiled.has(submissionId));
    const fit = fitScoreModel(
      columnsOf(counting, { photoCount: this.photos.length, assessorCount: this.assessors.length }),
    );
    return rootMeanSquareError(
      adjustedScoresOf(fit).map(({ score }) => score),
      this.photos.map(({ score }) => score),
    );
  }

  get spoiledCount(): number {
    return this.spoiled.size;
  }

  completeShare(): number {
    const counts = this.photos.map(() => 0);
    for (const { photo, submissionId } of this.votes) if (!this.spoiled.has(submissionId)) counts[photo]! += 1;
    return averageOf(counts.map((count) => (count === assessorsPerPhoto ? 1 : 0)));
  }

  found(): Record<Kind, number> {
    const share = (kind: Kind) =>
      averageOf(
        this.known
          .filter((_, assessor) => this.assessors[assessor]!.kind === kind)
          .map(({ wasFound }) => (wasFound ? 1 : 0)),
      );
    return {
      honest: share('honest'),
      random: share('random'),
      'straight-lining': share('straight-lining'),
      ring: share('ring'),
    };
  }

  private turn(index: number): void {
    const [assessor, known] = [this.assessors[index]!, this.known[index]!];
    if (known.state.standing === 'paused') return;
    this.clock += 1;
    const at = momentOf(this.clock);
    known.photoAssessments += 1;
    if (skipsAssessment(assessor, this.random)) known.turns.push({ kind: 'skipped', at, slots: 1 });
    else this.rate(index, assessor, known, at);
    if (this.isJudged) this.judge(index, known);
  }

  private rate(index: number, assessor: SimulatedAssessor, known: Known, at: string): void {
    const isGold = known.photoAssessments % goldEvery === 0;
    const photos = isGold ? [] : this.next(known, assessor);
    if (!isGold && photos.length === 0) return;
    const submissionId = `${index}-${known.photoAssessments}`;
    if (isGold) known.goldAnswers.push({ at, isRight: answersGoldRightly(assessor, this.random) });
    const votes = photos.map((photo) => ({
      assessor: index,
      photo,
      score: voteOf(assessor, this.photos[photo]!, this.random),
      submissionId,
    }));
    const scores = isGold ? goldScoresOf(assessor) : votes.map(({ score }) => score);
    const seconds = secondsOn(assessor, scores.length, this.random);
    known.turns.push({ kind: 'rated', at, submissionId, seconds, photos: scores.length, scores, isGold });
    this.votes.push(...votes);
  }

  /** Members of the ring choose its photos until each has `ringVotesPerPhoto`. All others take the next photos. */
  private next(known: Known, { kind }: SimulatedAssessor): number[] {
    const photos: number[] = [];
    const isInRing = kind === 'ring';
    const isTaken = (photo: number) => known.rated.has(photo) || photos.includes(photo);
    const hasRingShare = (photo: number) => this.photos[photo]!.ringVotes >= ringVotesPerPhoto;
    const isFree = (photo: number) =>
      !isTaken(photo) && !(isInRing && this.photos[photo]!.isOfRing && hasRingShare(photo));
    while (photos.length < photosPerAssessment) {
      const own = isInRing ? this.wanted.findLastIndex((photo) => this.photos[photo]!.isOfRing && isFree(photo)) : -1;
      const place = own >= 0 ? own : this.wanted.findLastIndex(isFree);
      if (place < 0) break;
      photos.push(...this.wanted.splice(place, 1));
    }
    for (const photo of photos) {
      known.rated.add(photo);
      if (isInRing && this.photos[photo]!.isOfRing) this.photos[photo]!.ringVotes += 1;
    }
    return photos;
  }

  private judge(index: number, known: Known): void {
    const behaviour: Behaviour = { turns: known.turns.slice(-200), goldAnswers: known.goldAnswers };
    const command = { type: 'Judge', assessorId: String(index), behaviour, at: momentOf(this.clock) } as const;
    for (const event of decide(command, known.state)) {
      known.state = evolve(known.state, event);
      if (event.type === 'AssessorWarned') known.wasFound = true;
      if (event.type === 'AssessorPaused') this.replace(index, new Set(event.data.spoiledSubmissionIds));
    }
  }

  private replace(index: number, submissionIds: ReadonlySet<string>): void {
    for (const submissionId of submissionIds) this.spoiled.add(submissionId);
    const lost = this.votes.filter(
      ({ assessor, submissionId }) => assessor === index && submissionIds.has(submissionId),
    );
    this.wanted.push(...lost.map(({ photo }) => photo));
  }
}

/** Returns the assessor's scores of an obviously good and an obviously bad photo. */
const goldScoresOf = ({ kind }: SimulatedAssessor): number[] => (kind === 'straight-lining' ? [10, 10] : [16, 3]);

const momentOf = (second: number): string => new Date(Date.UTC(2026, 0, 1) + second * 1000).toISOString();
