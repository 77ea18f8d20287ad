import {
  consumers,
  type PhotoSection,
  type RequestContext,
  photosRpc as rpc,
  type StoredPhoto,
} from '@candid/contracts';
import { DomainError } from '@candid/event-store';
import { awaitConsumer, commandContext, RemoteError, RpcClient, RpcHandler, type Sent } from '@candid/platform';
import { Database } from '@candid/platform/orm';
import { Controller } from '@nestjs/common';
import { Assessments } from '../kernel/assessments.js';
import { PhotoQuery } from '../listing/photos.js';
import { type ChangeAnswer, ChangePhoto } from '../photo/change-photo.js';

interface Planner {
  standing: ReadonlySet<string>;
  /** Photos under assessment that will go back into the planner. */
  returning: ReadonlySet<string>;
}

/** True if `photoIds` are the planner's photos. Photos of the planner that are under assessment may be included or omitted. */
export function isCurrentProfile(photoIds: readonly string[], { standing, returning }: Planner): boolean {
  if (photoIds.length === 0) return false;
  const isThere = photoIds.every((photoId) => standing.has(photoId) || returning.has(photoId));
  return isThere && [...standing].every((photoId) => photoIds.includes(photoId));
}

/**
 * Moves an owner's photos between planner, bank and the pool of photos under assessment. A move to the current place changes
 * nothing. If a move that also ends an assessment fails halfway, completed steps stay, and a repeat with the same key continues.
 */
@Controller()
export class Moves {
  constructor(
    private readonly changes: ChangePhoto,
    private readonly photos: PhotoQuery,
    private readonly assessments: Assessments,
    private readonly database: Database,
    private readonly rpc: RpcClient,
  ) {}

  /**
   * Moves the photo, then ends its assessment with a refund, because a photo in the planner has no assessment of its own. If the
   * assessment cannot be ended now, it ends when the assessments service receives the event of the move.
   */
  @RpcHandler(rpc.setProfile)
  async setProfile({ userId, photoId }: Sent<typeof rpc.setProfile>, context: RequestContext) {
    const answer = await this.changes.run(
      { userId, photoId, command: (planner) => ({ type: 'MoveToProfile', userId, planner }) },
      commandContext(rpc.setProfile, context),
    );
    const { wasFirstProfileSet, eventIds } = answer;
    const firstIds = wasFirstProfileSet ? eventIds : [];
    await this.assessments.end({ userId, photoId }, context).catch(unlessAway);
    await Promise.all([
      awaitConsumer(this.rpc, consumers.identity['flag-on-photo-placed-in-profile'], firstIds, context),
      awaitConsumer(this.rpc, consumers.assessments['record-move-on-photo-placed-in-profile'], eventIds, context),
    ]);
    return { photo: await this.shown(answer), wasFirstProfileSet };
  }

  @RpcHandler(rpc.returnPhoto)
  async returnPhoto({ userId, photoId }: Sent<typeof rpc.returnPhoto>, context: RequestContext) {
    if (await this.assessments.isAssessed({ userId, photoId }, context)) {
      throw new DomainError('CONFLICT', 'This photo is still being assessed. End the assessment first.');
    }
    const answer = await this.changes.run(
      { userId, photoId, command: (planner) => ({ type: 'ReturnFromTesting', userId, planner }) },
      commandContext(rpc.returnPhoto, context),
    );
    // Sections of photos decide what assessors may rate, so the assessments service must receive the move first.
    const place = answer.photo?.section === 'profile' ? 'placed-in-profile' : 'returned-to-bank';
    await awaitConsumer(this.rpc, consumers.assessments[`record-move-on-photo-${place}`], answer.eventIds, context);
    return { photo: await this.shown(answer) };
  }

  /** Ends the photo's assessment before moving the photo to the bank, so that no photo outside the pool can be rated. */
  @RpcHandler(rpc.endAndReturn)
  async endAndReturn({ userId, photoId }: Sent<typeof rpc.endAndReturn>, context: RequestContext) {
    // If the database is unavailable, this read fails before the assessment ends.
    await this.photos.byIds([photoId]);
    const ended = await this.assessments.end({ userId, photoId, leavesPlanner: true }, context);
    const { eventIds } = await this.changes.run(
      { userId, photoId, command: () => ({ type: 'MoveToBank', userId }) },
      commandContext(rpc.endAndReturn, context),
    );
    await awaitConsumer(this.rpc, consumers.assessments['record-move-on-photo-returned-to-bank'], eventIds, context);
    return ended;
  }

  @RpcHandler(rpc.setPlaceholder)
  async setPlaceholder(request: Sent<typeof rpc.setPlaceholder>, context: RequestContext) {
    const { userId, photoId, placeholder } = request;
    const returnTo = placeholder === 'profile' ? 'profile' : 'bank';
    const answer = await this.changes.run(
      { userId, photoId, command: (planner) => ({ type: 'ChooseReturnPlace', userId, returnTo, planner }) },
      commandContext(rpc.setPlaceholder, context),
    );
    return { photo: await this.shown(answer) };
  }

  @RpcHandler(rpc.endAllOfEmptyPlanner)
  async endAllOfEmptyPlanner({ userId }: Sent<typeof rpc.endAllOfEmptyPlanner>, context: RequestContext) {
    const { standing, returning } = await this.plannerOf(userId);
    // A photo under assessment that will go back into the planner counts as one of the planner's photos.
    if (standing.size + returning.size > 0) {
      throw new DomainError('CONFLICT', 'There are photos in your Profile Planner.');
    }
    return { refundTokens: await this.assessments.endAll(userId, context) };
  }

  @RpcHandler(rpc.matchPlanner)
  async matchPlanner({ userId, profiles }: Sent<typeof rpc.matchPlanner>) {
    const planner = await this.plannerOf(userId);
    return { areCurrent: profiles.map((photoIds) => isCurrentProfile(photoIds, planner)) };
  }

  private async plannerOf(userId: string): Promise<Planner> {
    const rows = await this.database.query<{ photoId: string; section: PhotoSection }>(
      `select photo_id as "photoId", section from photo where user_id = $1 and not is_removed
        and (section = 'profile' or section = 'testing' and return_to = 'profile')`,
      [userId],
    );
    const idsIn = (section: PhotoSection) =>
      new Set(rows.filter((row) => row.section === section).map(({ photoId }) => photoId));
    return { standing: idsIn('profile'), returning: idsIn('testing') };
  }

  private async shown({ photo }: ChangeAnswer): Promise<StoredPhoto> {
    if (!photo) throw new Error('a moved photo is kept');
    const [stored] = await this.photos.stored([photo]);
    return stored!;
  }
}

function unlessAway(error: unknown): void {
  const isAway = error instanceof RemoteError && (error.code === 'UNAVAILABLE' || error.code === 'INTERNAL');
  if (!isAway) throw error;
}
