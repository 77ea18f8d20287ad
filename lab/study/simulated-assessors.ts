import type { Random } from '@candid/testing/random';

export type Kind = 'honest' | 'random' | 'straight-lining' | 'ring';

export interface SimulatedAssessor {
  kind: Kind;
  severity: number;
  /** Width of the part of the scale that the assessor uses; 1 is the average of all assessors. */
  spread: number;
  /** Median time spent on a photo. */
  secondsPerPhoto: number;
}

/** Share of each kind among all assessors. The remaining assessors are honest. */
export type Mixture = Partial<Record<Exclude<Kind, 'honest'>, number>>;

const scaleMiddle = 11;
const noise = Math.sqrt(11);
const honestGoldMistakes = 0.02;
const skips: Record<Kind, number> = { honest: 0.03, ring: 0.03, random: 0.01, 'straight-lining': 0.01 };

/** Adversaries come first. Half of the careless assessors take as much time as honest ones. */
export function simulatedAssessors(count: number, mixture: Mixture, random: Random): SimulatedAssessor[] {
  const kinds = Object.entries(mixture).flatMap(([kind, share]) =>
    Array<Kind>(Math.round(share * count)).fill(kind as Kind),
  );
  return Array.from({ length: count }, (_, index) => {
    const kind = kinds[index] ?? 'honest';
    const isHasty = (kind === 'random' || kind === 'straight-lining') && index % 2 === 0;
    return {
      kind,
      severity: 2.7 * random.normal(),
      spread: Math.exp(0.35 * random.normal()),
      secondsPerPhoto: isHasty ? 0.8 : 12 * Math.exp(0.4 * random.normal()),
    };
  });
}

/** Returns a whole number from 1 to 20. */
export function voteOf(
  assessor: SimulatedAssessor,
  photo: { score: number; isOfRing: boolean },
  random: Random,
): number {
  if (assessor.kind === 'random') return 1 + Math.floor(20 * random.uniform());
  if (assessor.kind === 'straight-lining') return 10;
  if (assessor.kind === 'ring' && photo.isOfRing) return 20;
  const impression = photo.score - scaleMiddle + noise * random.normal();
  return Math.min(20, Math.max(1, Math.round(scaleMiddle + assessor.severity + assessor.spread * impression)));
}

export function answersGoldRightly({ kind }: SimulatedAssessor, random: Random): boolean {
  if (kind === 'straight-lining') return false;
  if (kind !== 'random') return random.uniform() >= honestGoldMistakes;
  const [fine, bad] = [Math.floor(20 * random.uniform()), Math.floor(20 * random.uniform())];
  return fine > bad;
}

export const secondsOn = ({ secondsPerPhoto }: SimulatedAssessor, photos: number, random: Random): number =>
  photos * secondsPerPhoto * Math.exp(0.6 * random.normal());

export const skipsAssessment = ({ kind }: SimulatedAssessor, random: Random): boolean => random.uniform() < skips[kind];
