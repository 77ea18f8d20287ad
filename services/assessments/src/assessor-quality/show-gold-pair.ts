import { randomUUID } from 'node:crypto';
import { type RequestContext, assessorStandingRpc as rpc } from '@candid/contracts';
import { Commands, DomainError, uuidOf } from '@candid/event-store';
import { CLOCK, type Clock, commandContext, RpcHandler, type Sent } from '@candid/platform';
import { Database } from '@candid/platform/orm';
import { Controller, Inject, Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { OwnWrites } from '../kernel/own-writes.js';
import { goldSettings } from '../photo-assessment/decide-ratings.js';
import type { StartGoldAssessment } from '../photo-assessment/photo-assessment.js';
import { type GoldPair, type GoldShowing, goldPairStreams, type Template } from './gold.js';
import { GoldShowings } from './gold-showings.js';

@Injectable()
export class ShowGoldPair {
  constructor(private readonly showings: GoldShowings) {}

  /** @param templates the photo assessments of the page, in the page's order; an empty page shows no pair */
  async offerTo(assessorId: string, templates: readonly Template[], now: Date): Promise<GoldShowing | undefined> {
    await this.showings.forgetUnopened(assessorId, now);
    const current = await this.showings.current(assessorId, now);
    if (current || templates.length === 0) return current;
    const pair = await this.showings.dueFor(assessorId);
    if (!pair) return undefined;
    await this.showings.add(drawShowing(pair, assessorId, [templates[0]!, ...templates.slice(1)]), now);
    return this.showings.current(assessorId, now);
  }
}

export function goldStartOf(showing: GoldShowing): Omit<StartGoldAssessment, 'type' | 'at'> {
  const { photoAssessmentId, ownerId, goldId, photos, settings } = showing;
  const assessments = photos.map(({ assessmentId, photoId }) => ({ assessmentId, photoId }));
  return { photoAssessmentId, ownerId, goldId, finePhotoId: photos[0].photoId, settings, assessments };
}

const templatesMax = 4;
const olderMsMax = 10 * 60_000;
const genders = ['All', 'All', 'Man', 'Woman'] as const;
const relationshipTypes = ['Either', 'Either', 'Serious', 'Casual'] as const;

/** Imitates a first assessment that started up to ten minutes before one of the page's first four entries. */
function drawShowing(pair: GoldPair, assessorId: string, templates: readonly [Template, ...Template[]]): GoldShowing {
  const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(Math.random() * values.length)]!;
  const template = pick(templates.slice(0, templatesMax));
  const msecs = timeOf(template.photoAssessmentId) - Math.floor(Math.random() * olderMsMax);
  const seq = Math.floor(Math.random() * 2 ** 31);
  // A start creates ids in this order: photo assessment, token hold, two photos, two assessed photos.
  const ids = Array.from({ length: 6 }, (_, step) => uuidv7({ msecs, seq: seq + step }));
  const [photoAssessmentId, , first, second, fineId, badId] = ids;
  const [fine, bad] = Math.random() < 0.5 ? [first, second] : [second, first];
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

/** Returns the time of a UUID of version 7 in Unix milliseconds; for any other id, the current time. */
export function timeOf(id: string): number {
  return id[14] === '7' ? Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) : Date.now();
}

@Controller()
export class RegisterGoldPair {
  constructor(
    private readonly commands: Commands,
    private readonly ownWrites: OwnWrites,
    private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * @throws DomainError NOT_FOUND if a photo is unknown; CONFLICT if the photos have two owners, or if one was assessed
   * or is in a pair of the other kind
   */
  @RpcHandler(rpc.registerGoldPair)
  async register({ finePhotoId, badPhotoId, isForTrials }: Sent<typeof rpc.registerGoldPair>, context: RequestContext) {
    const ownerId = await this.ownerOf([finePhotoId, badPhotoId], isForTrials);
    const goldId = uuidOf(`gold pair ${finePhotoId} ${badPhotoId}`);
    const registeredAt = this.clock().toISOString();
    const { metadata } = commandContext(rpc.registerGoldPair, context);
    const { events } = await this.commands.execute({ metadata }, {}, async (unit) => {
      const pair = await unit.load(goldPairStreams, goldId);
      const photos = { ownerId, finePhotoId, badPhotoId };
      pair.decide({ type: 'RegisterGoldPair', goldId, ...photos, registeredAt, ...(isForTrials && { isForTrials }) });
    });
    await this.ownWrites.shownInStandings(events);
    return { goldId };
  }

  private async ownerOf(photoIds: [string, string], isForTrials: boolean): Promise<string> {
    const photos = await this.database.query<{ ownerId: string; isAssessed: boolean; isOfOtherKind: boolean }>(
      `select owner_id as "ownerId", exists (select from photo_score s where s.photo_id = p.photo_id) as "isAssessed",
           exists (select from gold_pair g where p.photo_id in (g.fine_photo_id, g.bad_photo_id)
             and g.is_for_trials <> $2::boolean) as "isOfOtherKind"
         from owner_photo p where photo_id = any ($1::uuid[]) and not is_deleted`,
      [photoIds, isForTrials],
    );
    if (photos.length < 2) throw new DomainError('NOT_FOUND', 'There is no such photo.');
    const { ownerId } = photos[0]!;
    if (photos.some((photo) => photo.ownerId !== ownerId || photo.isAssessed))
      throw new DomainError('CONFLICT', 'A pair is of two photos of one owner that were never assessed.');
    // A trial shows its photos to everybody, so they would give away the pairs that find careless assessors.
    if (photos.some(({ isOfOtherKind }) => isOfOtherKind))
      throw new DomainError('CONFLICT', 'A photo is either in pairs for trials or in pairs for assessors.');
    return ownerId;
  }
}
