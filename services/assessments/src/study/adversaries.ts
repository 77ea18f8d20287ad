import type { Behaviour, GoldAnswer, Turn } from '../assessor-quality/domain/behaviour.js';
import { decide } from '../assessor-quality/domain/decide.js';
import { raterPolicy } from '../assessor-quality/domain/policy.js';
import { evolve, initialState, type RaterState } from '../assessor-quality/domain/state.js';
import { fitScoreModel } from '../scoring/domain/fit-score-model.js';
import { averageOf, rootMeanSquareError } from './figures.js';
import { type Random, randomOf } from './random.js';
import {
  answersGoldRightly,
  type Kind,
  type Mixture,
  type SimulatedRater,
  secondsOn,
  simulatedRaters,
  skipsTest,
  voteOf,
} from './simulated-raters.js';
import { fairScoresOf } from './study-scores.js';

const photosPerTest = 2;
const ratersPerPhoto = 4;
const goldEvery = 12;
/** Each member of the ring has so many photos in it, and each of those gets so many of the ring's votes: half of all. */
const ringPhotosPerMember = 4;
const ringVotesPerPhoto = 2;

export interface AdversaryStudy {
  /** Root mean square errors of the fair score, in points. */
  error: { honest: number; attacked: number; unguarded: number };
  /** Shares of raters who were warned or paused. */
  found: Record<Kind, number>;
  /** Submissions that count no more, and the share of photos that have all their ratings without them. */
  spoiled: number;
  complete: number;
}

export interface AdversaryDesign {
  raters: number;
  testsPerRater: number;
  mixture: Mixture;
  seed: number;
}

export const worstMixture: Mixture = { random: 0.1, 'straight-lining': 0.1, ring: 0.05 };

/** One marketplace without adversaries, one with them, and one with them where nobody is judged. */
export function studyAdversaries(design: AdversaryDesign): AdversaryStudy {
  const honest = new Marketplace({ ...design, mixture: {} }, true).run();
  const attacked = new Marketplace(design, true);
  const error = { honest, attacked: attacked.run(), unguarded: new Marketplace(design, false).run() };
  return { error, found: attacked.found(), spoiled: attacked.spoiledCount, complete: attacked.completeShare() };
}

interface Vote {
  rater: number;
  photo: number;
  score: number;
  submissionId: string;
}

interface Known {
  state: RaterState;
  turns: Turn[];
  goldAnswers: GoldAnswer[];
  wasFound: boolean;
  tests: number;
  rated: Set<number>;
}

/** Tests are taken in turn, judged by the real decisions after each, and what is spoiled goes back into the queue. */
class Marketplace {
  private readonly random: Random;
  private readonly raters: SimulatedRater[];
  private readonly known: Known[];
  private readonly photos: { score: number; isOfRing: boolean; ringVotes: number }[];
  /** Photos as often as they still need a rating, the next one last. */
  private readonly wanted: number[];
  private votes: Vote[] = [];
  private readonly spoiled = new Set<string>();
  private clock = 0;

  constructor(
    private readonly design: AdversaryDesign,
    private readonly isJudged: boolean,
  ) {
    this.random = randomOf(design.seed);
    const photoCount = Math.floor((design.raters * design.testsPerRater * photosPerTest * 0.6) / ratersPerPhoto);
    const ringPhotos = Math.round((design.mixture.ring ?? 0) * design.raters) * ringPhotosPerMember;
    this.photos = Array.from({ length: photoCount }, (_, photo) => ({
      score: 11 + Math.sqrt(6) * this.random.normal(),
      isOfRing: photo < ringPhotos,
      ringVotes: 0,
    }));
    this.raters = simulatedRaters(design.raters, design.mixture, this.random);
    this.known = this.raters.map(() => ({
      state: initialState(),
      turns: [],
      goldAnswers: [],
      wasFound: false,
      tests: 0,
      rated: new Set(),
    }));
    const needs = this.photos.flatMap((_, photo) => Array<number>(ratersPerPhoto).fill(photo));
    this.wanted = this.random.shuffled(needs);
  }

  /** @returns the error of the fair score over all photos */
  run(): number {
    const all = this.raters.map((_, rater) => rater);
    for (let round = 0; this.wanted.length > 0 && round < this.design.testsPerRater * 2; round += 1) {
      for (const rater of this.random.shuffled(all)) this.turn(rater);
    }
    const counting = this.votes.filter(({ submissionId }) => !this.spoiled.has(submissionId));
    const fit = fitScoreModel({
      raters: Int32Array.from(counting, ({ rater }) => rater),
      photos: Int32Array.from(counting, ({ photo }) => photo),
      scores: Float64Array.from(counting, ({ score }) => score),
      raterCount: this.raters.length,
      photoCount: this.photos.length,
    });
    return rootMeanSquareError(
      fairScoresOf(fit).map(({ score }) => score),
      this.photos.map(({ score }) => score),
    );
  }

  get spoiledCount(): number {
    return this.spoiled.size;
  }

  completeShare(): number {
    const counts = this.photos.map(() => 0);
    for (const { photo, submissionId } of this.votes) if (!this.spoiled.has(submissionId)) counts[photo]! += 1;
    return averageOf(counts.map((count) => (count === ratersPerPhoto ? 1 : 0)));
  }

  found(): Record<Kind, number> {
    const share = (kind: Kind) =>
      averageOf(
        this.known.filter((_, rater) => this.raters[rater]!.kind === kind).map(({ wasFound }) => (wasFound ? 1 : 0)),
      );
    return {
      honest: share('honest'),
      random: share('random'),
      'straight-lining': share('straight-lining'),
      ring: share('ring'),
    };
  }

  private turn(index: number): void {
    const [rater, known] = [this.raters[index]!, this.known[index]!];
    if (known.state.standing === 'paused') return;
    this.clock += 1;
    const at = momentOf(this.clock);
    known.tests += 1;
    if (skipsTest(rater, this.random)) known.turns.push({ kind: 'skipped', at, slots: 1 });
    else this.rate(index, rater, known, at);
    if (this.isJudged) this.judge(index, known);
  }

  private rate(index: number, rater: SimulatedRater, known: Known, at: string): void {
    const isGold = known.tests % goldEvery === 0;
    const photos = isGold ? [] : this.next(known, rater);
    if (!isGold && photos.length === 0) return;
    const submissionId = `${index}-${known.tests}`;
    if (isGold) known.goldAnswers.push({ at, isRight: answersGoldRightly(rater, this.random) });
    const votes = photos.map((photo) => ({
      rater: index,
      photo,
      score: voteOf(rater, this.photos[photo]!, this.random),
      submissionId,
    }));
    const scores = isGold ? goldScoresOf(rater) : votes.map(({ score }) => score);
    const seconds = secondsOn(rater, scores.length, this.random);
    known.turns.push({ kind: 'rated', at, submissionId, seconds, photos: scores.length, scores, isGold });
    this.votes.push(...votes);
  }

  /** The ring's members look for its photos, as long as those have not had the ring's share; everybody else takes what comes. */
  private next(known: Known, { kind }: SimulatedRater): number[] {
    const photos: number[] = [];
    const isInRing = kind === 'ring';
    const isTaken = (photo: number) => known.rated.has(photo) || photos.includes(photo);
    const hasRingShare = (photo: number) => this.photos[photo]!.ringVotes >= ringVotesPerPhoto;
    const isFree = (photo: number) =>
      !isTaken(photo) && !(isInRing && this.photos[photo]!.isOfRing && hasRingShare(photo));
    while (photos.length < photosPerTest) {
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
    const command = { type: 'Judge', raterId: String(index), behaviour, at: momentOf(this.clock) } as const;
    for (const event of decide(command, known.state, raterPolicy)) {
      known.state = evolve(known.state, event);
      if (event.type === 'RaterWarned') known.wasFound = true;
      if (event.type === 'RaterPaused') this.replace(index, new Set(event.data.spoiledSubmissionIds));
    }
  }

  private replace(index: number, submissionIds: ReadonlySet<string>): void {
    for (const submissionId of submissionIds) this.spoiled.add(submissionId);
    const lost = this.votes.filter(({ rater, submissionId }) => rater === index && submissionIds.has(submissionId));
    this.wanted.push(...lost.map(({ photo }) => photo));
  }
}

/** One photo is plainly fine, the other plainly bad. */
const goldScoresOf = ({ kind }: SimulatedRater): number[] => (kind === 'straight-lining' ? [10, 10] : [16, 3]);

const momentOf = (second: number): string => new Date(Date.UTC(2026, 0, 1) + second * 1000).toISOString();
