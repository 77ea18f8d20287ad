import { randomUUID } from 'node:crypto';
import {
  type CommandContext,
  Commands,
  DomainError,
  type RecordedEvent,
  type TransactionalUnit,
} from '@candid/event-store';
import { CLOCK, type Clock } from '@candid/platform';
import { Inject, Injectable } from '@nestjs/common';
import { type HeldOpening, isHiddenBetween, lockOpenings, recordOpenings } from '../assessor-quality/openings.js';
import { blocksStreams } from '../blocks/blocks.js';
import { type AssessmentsSettings, LIMITS, SETTINGS } from '../kernel/config.js';
import { type LoadedPhotoAssessment } from '../photo-assessment/decide.js';
import { assessmentUnknown } from '../photo-assessment/errors.js';
import { photoAssessmentStreamId } from '../photo-assessment/events.js';
import type { StartGoldAssessment } from '../photo-assessment/photo-assessment.js';
import { profileAssessmentStreams } from '../profile-assessment/decide.js';
import { profileAssessmentStreamId } from '../profile-assessment/profile-assessment.js';
import {
  isLive,
  loadOpening,
  loadPhotoAssessments,
  type Moment,
  type OpenedStreams,
  photosHeld,
  release,
  slotOn,
  slotOnProfile,
} from './opened-streams.js';

/** Photos of one person in these photo assessments, or the person's profile. The assessor may rate them. */
interface Subject {
  ownerId: string;
  photoAssessmentIds: readonly string[];
  profileAssessmentId: string | null;
  /** Photo ids by probability of being the best, highest first; undefined if the assessment does not stop early. */
  likeliestFirst?: readonly string[] | undefined;
  /** The gold assessment that the opening starts, if it does not exist yet. */
  gold?: Omit<StartGoldAssessment, 'type' | 'at'> | undefined;
}

export interface Opening {
  openingId: string;
  expiresAt: string;
  msLeft: number;
  /** Photo ids in the order of the photo assessments; empty for a profile. */
  photoIds: string[];
}

interface Hidden {
  hiddenPhotoIds: readonly string[];
}

interface Reserved {
  opening: Opening;
  photoAssessmentIds: string[];
  isChanged: boolean;
}

/**
 * Reserves or renews slots for 15 minutes: on a person's photos that the assessor may rate, or on the person's profile.
 * One transaction checks the assessor's limits, writes the slots of all streams and releases the oldest opening.
 */
@Injectable()
export class OpenPerson {
  constructor(
    private readonly commands: Commands,
    @Inject(SETTINGS) private readonly settings: AssessmentsSettings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws DomainError NOT_FOUND if nothing may be rated, RATE_LIMITED after too many openings */
  async run(
    subject: Subject,
    assessorId: string,
    { metadata }: CommandContext,
  ): Promise<{ opening: Opening; events: RecordedEvent[] }> {
    const { photoAssessmentIds, profileAssessmentId } = subject;
    const profiles = profileAssessmentId === null ? [] : [profileAssessmentStreamId(profileAssessmentId)];
    const serialBy = [`assessor ${assessorId}`, ...profiles, ...photoAssessmentIds.map(photoAssessmentStreamId)];
    const open = (unit: TransactionalUnit) => this.open(subject, assessorId, unit);
    const { answer, events } = await this.commands.executeInTransaction({ metadata }, { serialBy }, open);
    return { opening: answer, events };
  }

  private async open(subject: Subject, assessorId: string, unit: TransactionalUnit): Promise<Opening> {
    const openings = await lockOpenings(unit.session, assessorId);
    const moment = { assessorId, at: this.clock().toISOString() };
    const { ownerId, profileAssessmentId } = subject;
    // Blocking a person takes the same lock, so that no opening of that person follows the block.
    const blocks = await unit.load(blocksStreams, assessorId);
    if (blocks.state.blockedIds.includes(ownerId) || (await isHiddenBetween(unit.session, assessorId, ownerId)))
      throw assessmentUnknown();
    const { hiddenPhotoIds } = blocks.state;
    const before = openings.held.find(
      (held) => held.ownerId === ownerId && held.profileAssessmentId === profileAssessmentId,
    );
    const { opening, photoAssessmentIds, isChanged } = await (profileAssessmentId === null
      ? this.reservePhotos({ ...subject, hiddenPhotoIds }, before, moment, unit)
      : this.reserveProfile({ profileAssessmentId, hiddenPhotoIds }, before, moment, unit));
    if (!isChanged) return opening;
    const openedAt = withinTheHour(openings.openedAt, moment.at, this.settings.openingsPerHour);
    const others = openings.held.filter((held) => held !== before);
    const stillHeld = await releaseOldest(others, moment, unit);
    await recordOpenings(unit.session, assessorId, {
      openedAt: [...openedAt, moment.at],
      held: [...stillHeld, { openingId: opening.openingId, ownerId, photoAssessmentIds, profileAssessmentId }],
    });
    return opening;
  }

  private async reservePhotos(
    { ownerId, photoAssessmentIds, gold, hiddenPhotoIds, likeliestFirst }: Subject & Hidden,
    before: HeldOpening | undefined,
    moment: Moment,
    unit: TransactionalUnit,
  ): Promise<Reserved> {
    const all = [...(before?.photoAssessmentIds ?? []), ...photoAssessmentIds];
    const photoAssessments = await loadPhotoAssessments(unit, all);
    // An opening continues while one of its slots is live.
    const goesOn = before && isLive({ held: before, photoAssessments, profiles: [] }, moment);
    const openingId = goesOn ? before.openingId : randomUUID();
    let photosMax: number = LIMITS.openingPhotosMax;
    for (const photoAssessment of photoAssessments) {
      if (photosMax === 0) break;
      if (gold) photoAssessment.decide({ ...gold, type: 'StartGoldAssessment', at: moment.at });
      this.reserve(photoAssessment, { ownerId, openingId, photosMax, hiddenPhotoIds, likeliestFirst }, moment);
      photosMax -= photosHeld(photoAssessment, moment).length;
    }
    // A slot remains after the end of its assessment, so only slots with running photos count.
    const reserved = photoAssessments.filter((photoAssessment) => photosHeld(photoAssessment, moment).length > 0);
    if (reserved.length === 0) throw assessmentUnknown();
    const slots = reserved.map((photoAssessment) => slotOn(photoAssessment, moment)!);
    const photoIds = reserved.flatMap((photoAssessment) => photosHeld(photoAssessment, moment));
    return {
      opening: openingOf(openingId, slots, photoIds, moment),
      photoAssessmentIds: reserved.flatMap(({ state }) =>
        'photoAssessmentId' in state ? state.photoAssessmentId : [],
      ),
      isChanged: photoAssessments.some(({ decided }) => decided.length > 0),
    };
  }

  /** Skips a photo assessment that may not be rated: its last free slot may have been taken since the look-up. */
  private reserve(
    photoAssessment: LoadedPhotoAssessment,
    wanted: Hidden & Pick<Subject, 'ownerId' | 'likeliestFirst'> & { openingId: string; photosMax: number },
    moment: Moment,
  ): void {
    try {
      photoAssessment.decide({ type: 'ReserveSlot', ...wanted, ...moment, holdMsMax: this.settings.slotTimeMaxMs });
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'NOT_FOUND') throw error;
    }
  }

  private async reserveProfile(
    { profileAssessmentId, hiddenPhotoIds }: Hidden & { profileAssessmentId: string },
    before: HeldOpening | undefined,
    moment: Moment,
    unit: TransactionalUnit,
  ): Promise<Reserved> {
    const profileAssessment = await unit.load(profileAssessmentStreams, profileAssessmentId);
    const goesOn = before && isLive({ held: before, photoAssessments: [], profiles: [profileAssessment] }, moment);
    const openingId = goesOn ? before.openingId : randomUUID();
    const holdMsMax = this.settings.slotTimeMaxMs;
    profileAssessment.decide({ type: 'ReserveProfileSlot', openingId, hiddenPhotoIds, holdMsMax, ...moment });
    const slot = slotOnProfile(profileAssessment, moment)!;
    const isChanged = profileAssessment.decided.length > 0;
    return { opening: openingOf(openingId, [slot], [], moment), photoAssessmentIds: [], isChanged };
  }
}

/** Releases the oldest openings, so that one more stays within the limit. @returns the openings that remain */
async function releaseOldest(
  others: readonly HeldOpening[],
  moment: Moment,
  unit: TransactionalUnit,
): Promise<HeldOpening[]> {
  const live: OpenedStreams[] = [];
  for (const held of others) {
    const opened = await loadOpening(unit, held);
    if (isLive(opened, moment)) live.push(opened);
  }
  const released = live.slice(0, Math.max(0, live.length - LIVE_OPENINGS_MAX + 1));
  for (const opened of released) release(opened, moment);
  return live.slice(released.length).map(({ held }) => held);
}

function openingOf(
  openingId: string,
  slots: readonly { expiresAt: string }[],
  photoIds: string[],
  { at }: Moment,
): Opening {
  const expiresAt = slots.map((slot) => slot.expiresAt).sort()[0]!;
  return { openingId, expiresAt, msLeft: Date.parse(expiresAt) - Date.parse(at), photoIds };
}

/** Maximum number of live openings per assessor. A further opening releases the oldest one. */
const LIVE_OPENINGS_MAX = 2;

const hourMs = 3_600_000;

/** The times of `openedAt` within the hour before `at`. @throws DomainError RATE_LIMITED after too many openings */
function withinTheHour(openedAt: readonly string[], at: string, openingsMax: number): string[] {
  const recent = openedAt.filter((moment) => Date.parse(at) - Date.parse(moment) < hourMs);
  if (recent.length < openingsMax) return recent;
  const seconds = Math.ceil((Date.parse(recent.at(-openingsMax)!) + hourMs - Date.parse(at)) / 1_000);
  const minutes = Math.ceil(seconds / 60);
  throw new DomainError(
    'RATE_LIMITED',
    `You have opened many people's photos within an hour. You can go on in ${minutes} minute${minutes === 1 ? '' : 's'}.`,
    [{ field: 'retryAfterSeconds', message: String(seconds) }],
  );
}
