import { randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { goldSettings } from '../../photo-assessment/domain/gold.js';
import type { GoldPair } from './domain/gold-pair.js';
import type { GoldShowing, Template } from './domain/showing.js';

const templatesMax = 4;
const olderMsMax = 10 * 60_000;
const genders = ['All', 'All', 'Man', 'Woman'] as const;
const relationshipTypes = ['Either', 'Either', 'Serious', 'Casual'] as const;

/** A new showing of the pair, like a first assessment that was started a little before one of the first templates. */
export function drawShowing(
  pair: GoldPair,
  assessorId: string,
  templates: readonly [Template, ...Template[]],
  random: () => number = Math.random,
): GoldShowing {
  const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)]!;
  const template = pick(templates.slice(0, templatesMax));
  const idOf = idsOf(timeOf(template.photoAssessmentId) - Math.floor(random() * olderMsMax), random);
  // In the order in which a start draws them: of the photo assessment, of its hold, of two photos.
  const [photoAssessmentId, , first, second, fineId, badId] = Array.from({ length: 6 }, (_, step) => idOf(step));
  const [fine, bad] = random() < 0.5 ? [first, second] : [second, first];
  return {
    photoAssessmentId: photoAssessmentId!,
    assessorId,
    goldId: pair.goldId,
    ownerId: randomUUID(),
    accountId: pair.ownerId,
    photos: [
      { assessmentId: fineId!, photoId: fine!, storedPhotoId: pair.finePhotoId },
      { assessmentId: badId!, photoId: bad!, storedPhotoId: pair.badPhotoId },
    ],
    settings: { ...goldSettings, ...template.settings, ratingRequired: true },
    timesRated: Math.min(template.testTimesRated, template.settings.testLimit - 1),
    lookingFor: { gender: pick(genders), relationshipType: pick(relationshipTypes) },
    hiddenPhotoIds: [],
  };
}

/** Unix milliseconds, of an id of version 7; of any other one now. */
export function timeOf(id: string): number {
  return id[14] === '7' ? Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) : Date.now();
}

function idsOf(msecs: number, random: () => number): (step: number) => string {
  const seq = Math.floor(random() * 2 ** 31);
  return (step) => uuidv7({ msecs, seq: seq + step });
}
