import { randomUUID } from 'node:crypto';
import { assessmentsEvents, identityRpc, moderationEvents, photosEvents } from '@candid/contracts';
import { rebuildProjection } from '@candid/platform/persistence';
import { rebuildBesideWrites, sessionUrlOf } from '@candid/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { IdentityFixture, MAIL_REPORT_SECRET, PASSKEY } from '../identity.fixture.spec.js';
import { bounceMail } from '../mail/mail-report.fixture.spec.js';
import { ReturnPaths } from '../mail/return-path.js';
import { AccountRow, projections } from './read-model.js';

const returnPaths = new ReturnPaths(MAIL_REPORT_SECRET);

/** Changes to make during the rebuild, by projection. They must cover every table and every kind of change. */
const writes: Record<string, (identity: IdentityFixture) => Promise<unknown>> = {
  account: async (identity) => {
    const session = await identity.signUp();
    const { userId } = session.user;
    const context = identity.contextOf(session);
    const photoAssessmentId = randomUUID();
    const startedAt = new Date().toISOString();
    const test = { photoAssessmentId, userId, isFirstAssessment: true };
    const start = { ...test, holdId: photoAssessmentId, startedAt, assessments: [] };
    await identity.settled(
      'flag-on-photo-assessment-started',
      await identity.publish(assessmentsEvents.PhotoAssessmentStarted, start),
    );
    const completed = await identity.publish(assessmentsEvents.PhotoAssessmentCompleted, {
      ...test,
      photoIds: [],
      completedAt: startedAt,
    });
    await identity.settled('flag-on-photo-assessment-completed', completed);
    await identity.rpc.call(identityRpc.dismissFirstLogin, { userId }, context);
    await identity.rpc.call(identityRpc.updateLocationPreference, { userId, locationsPreference: 'NotMine' }, context);
    await identity.rpc.call(identityRpc.updateLookingFor, { userId, gender: 'Man', ageFrom: 30 }, context);
    await identity.rpc.call(identityRpc.updateSelfDescription, { userId, gender: 'Woman' }, context);
    await identity.rpc.call(identityRpc.approveAssessor, { userId, passkey: PASSKEY }, context);
    const to = `bounces+${returnPaths.issue({ aboutId: userId, sentAt: new Date() })}@candid.example`;
    const bounce = Buffer.from(bounceMail({ to })).toString('base64');
    const report = { secret: MAIL_REPORT_SECRET, message: bounce };
    await identity.rpc.call(identityRpc.takeMailReport, report, identity.caller());
    await identity.rpc.call(identityRpc.confirmEmail, { userId }, context);
    const placed = { photoId: randomUUID(), userId, wasFirstProfileSet: true };
    const first = await identity.publish(photosEvents.PhotoPlacedInProfile, placed);
    await identity.settled('flag-on-photo-placed-in-profile', first);
    const suspended = await identity.publish(moderationEvents.CaseDecided, {
      ...{ caseId: randomUUID(), statementId: randomUUID(), kind: 'photo', decision: 'suspendAccount', userId },
      ...{ photoId: null, rule: 'adults', until: startedAt, decidedAt: startedAt, answered: [] },
    });
    await identity.settled('suspend-on-case-decided', suspended);
  },
};

describe('a projection rebuilt beside traffic', () => {
  let identity: IdentityFixture;

  beforeAll(async () => {
    identity = await IdentityFixture.start();
  });
  afterAll(() => identity.stop());

  it.each(projections.map((Projection) => new Projection()))('$name: has the same rows', async (projection) => {
    const { session, databaseUrl } = identity;
    const write = writes[projection.name];
    if (!write) throw new Error(`say what happens beside the rebuild of ${projection.name}`);
    const rebuilt = await rebuildBesideWrites({
      session,
      rebuild: (batchSize) =>
        rebuildProjection({
          databaseUrl,
          sessionUrl: sessionUrlOf(databaseUrl),
          entities: [AccountRow],
          projection,
          batchSize,
        }),
      write: () => write(identity),
    });
    for (const table of projection.tables) expect(rebuilt.before[table]).not.toEqual([]);
    expect(rebuilt.after).toEqual(rebuilt.before);
    expect(rebuilt.writesBeside).toBeGreaterThan(1);
    expect(rebuilt.beside).not.toEqual(rebuilt.after);
    expect(rebuilt.undisturbed).toEqual(rebuilt.beside);
  });
});
