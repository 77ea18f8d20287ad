import { type RequestContext, profileAssessmentsRpc as rpc } from '@candid/contracts';
import { commandContext, type Reply, RpcHandler, type Sent } from '@candid/platform';
import { Controller } from '@nestjs/common';
import { OwnWrites } from '../kernel/own-writes.js';
import { OwnerPhotos } from '../owner/owner-photos.js';
import { Participants } from '../participants/participants.rows.js';
import { profileUnknown } from '../profile-assessment/errors.js';
import { ProfileAssessmentsQuery } from '../profile-assessment/profile-assessments.query.js';
import { OpenPerson } from './open-person.js';

/** Opens a profile: with a slot for an assessor, or without a slot for its owner. */
@Controller()
export class OpenProfile {
  constructor(
    private readonly participants: Participants,
    private readonly profiles: ProfileAssessmentsQuery,
    private readonly openPerson: OpenPerson,
    private readonly ownerPhotos: OwnerPhotos,
    private readonly ownWrites: OwnWrites,
  ) {}

  @RpcHandler(rpc.openProfile)
  async open({ userId, profileAssessmentId }: Sent<typeof rpc.openProfile>, context: RequestContext) {
    const ownerId = await this.profiles.ownerOf(profileAssessmentId).catch(() => undefined);
    const slot = ownerId === userId ? null : await this.reserve(userId, { ownerId, profileAssessmentId }, context);
    const profileAssessment = await this.profiles.byId(profileAssessmentId);
    const { userId: shownId, photoIds } = profileAssessment;
    const benchmarkPhotoIds = await this.ownerPhotos.benchmarksOf(shownId, photoIds, userId);
    return { profileAssessment, benchmarkPhotoIds, slot } as Reply<typeof rpc.openProfile>;
  }

  private async reserve(
    assessorId: string,
    { ownerId, profileAssessmentId }: { ownerId: string | undefined; profileAssessmentId: string },
    context: RequestContext,
  ) {
    // Checks the approval first, so that only assessors learn which profile assessments exist.
    const { isVisible } = await this.participants.requireActiveAssessor(assessorId, ownerId);
    if (ownerId === undefined || !isVisible) throw profileUnknown();
    const subject = { ownerId, photoAssessmentIds: [], profileAssessmentId };
    const command = commandContext(rpc.openProfile, context);
    const { opening, events } = await this.openPerson.run(subject, assessorId, command);
    await this.ownWrites.shownToOpener(events);
    return opening;
  }
}
