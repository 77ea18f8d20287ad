import {
  accountAssessingRpc,
  correlatedEventsRpc,
  findThingsRpc,
  listTimelineRpc,
  moderationEvents,
  type UserId,
} from '@candid/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newUserId } from '../assessments.fixture.spec.js';
import { ModerationFixture } from '../moderation/moderation.fixture.spec.js';

describe('what support is told of requests', () => {
  let assessments: ModerationFixture;

  beforeAll(async () => {
    assessments = await ModerationFixture.start();
  });
  afterAll(() => assessments.stop());

  it('names no reporter: neither of the report, nor of the decision that answers it', async () => {
    const { caseId, reporter } = await assessments.heldPhoto();
    await assessments.decide(caseId, 'removePhoto');
    const requests = await assessments.session.query<{ id: string; event_id: string }>(
      `select metadata->>'correlationId' as id, event_id from events where type in ('ReportSent', 'ReportAnswered')
        and stream_id = $1 order by global_position`,
      [`reporter-${reporter}`],
    );
    expect(requests).toHaveLength(2);
    const [held] = await assessments.published(moderationEvents.PhotoHeld, 1);
    expect(JSON.stringify(held)).not.toContain(reporter);
    const support = assessments.context(newUserId(), { roles: ['support'] });
    for (const { id, event_id: eventId } of requests) {
      const asked = { correlationIds: [id], limit: 200 };
      const { events } = await assessments.rpc.call(correlatedEventsRpc('assessments'), asked, support);
      const timeline = { requestIds: [id], limit: 200 };
      const { steps } = await assessments.rpc.call(listTimelineRpc('assessments'), timeline, support);
      const found = [id, eventId].map((one) =>
        assessments.rpc.call(findThingsRpc('assessments'), { id: one }, support),
      );
      expect(events.map(({ type }) => type)).toContain(
        id === requests[0]!.id ? 'OwnerPhotoHeld' : 'AssessedPhotoEnded',
      );
      expect(JSON.stringify([events, steps, await Promise.all(found)])).not.toContain(reporter);
    }
  });

  it('shows what runs on an account and its cases without their reports, and not the cases of the viewer', async () => {
    const { caseId, ownerId, reporter } = await assessments.heldPhoto();
    const shownTo = (viewer: UserId) =>
      assessments.rpc.call(
        accountAssessingRpc.getAccountAssessing,
        { userId: ownerId },
        assessments.context(viewer, { roles: ['support'] }),
      );
    const shown = await shownTo(newUserId());
    expect(shown).toMatchObject({
      ...{ assessments: [{ photos: 2, isHeld: true }], profiles: [], standing: null },
      cases: [{ caseId, kind: 'photo', status: 'open', isHeld: true }],
    });
    expect(JSON.stringify(shown)).not.toContain(reporter);
    expect((await shownTo(ownerId)).cases).toEqual([]);
  });
});
