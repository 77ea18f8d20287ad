import { randomUUID } from 'node:crypto';
import { RemoteError } from '@candid/platform';
import { describe, expect, it } from '@jest/globals';
import type { Services } from '../kernel/services.js';
import { moderationCalls } from './moderation-calls.js';

const caseId = randomUUID();
const photoId = randomUUID();
const likePhotoId = randomUUID();
const noticeId = randomUUID();
const context = { requestId: 'request', roles: ['user' as const, 'moderator' as const], userId: randomUUID() };

const found = {
  caseId,
  photoId,
  status: 'open',
  screening: [
    { kind: 'otherAccount', photoId: likePhotoId, userId: randomUUID(), likeness: 0.97 },
    { kind: 'nudity', score: 0.9 },
  ],
  detail: [{ noticeId }, { noticeId: null }],
  accountPhotoIds: [],
};
const photo = { photoId, state: 'kept', renditions: [{ width: 270, path: '/api/media/photos' }] };
const likePhoto = { photoId: likePhotoId, state: 'kept' };
const removed = { ...photo, state: 'removed' };
const notice = { noticeId, text: 'This is me.' };

interface Situation {
  /** Services that do not answer: from the start, or once the message `after` is answered. */
  away?: string[];
  after?: string;
  case?: object;
  /** Values that a decision gives to fields of the case. */
  decided?: object;
  evidence?: (object | null)[];
  caughtUp?: boolean;
}

function servicesIn(situation: Situation = {}) {
  const { away = [], after, case: shown = found, decided = {}, evidence = [], caughtUp = true } = situation;
  const asked: string[] = [];
  let isDecided = false;
  let isGone = after === undefined;
  const answers: Record<string, () => object> = {
    'rpc.assessments.getCase': () => ({ case: shown }),
    'rpc.assessments.getEvidence': () => ({ case: shown }),
    'rpc.assessments.claimCase': () => ({ case: shown }),
    'rpc.assessments.decideCase': () => {
      isDecided = true;
      return { case: { ...shown, status: 'decided', ...decided } };
    },
    'rpc.photos.getCasePhotos': () => ({ photos: [likePhoto, isDecided ? removed : photo] }),
    'rpc.photos.getEvidencePhoto': () => ({ photo: evidence.shift() ?? null }),
    'rpc.identity.getEvidenceNotices': () => ({ notices: [notice] }),
    'rpc.assessments.listCases': () => ({ cases: [shown, { ...shown, isUnderLegalHold: true }], waiting: 2 }),
    'rpc.photos.getCasePreviews': () => ({ previews: [{ photoId, preview: 'data:image/webp;base64,A' }] }),
    'rpc.photos.catchUp': () => ({ caughtUp }),
    'rpc.identity.getNotices': () => ({ notices: [notice] }),
  };
  const requests: Record<string, unknown> = {};
  const call = async ({ subject }: { subject: string }, request: unknown) => {
    asked.push(subject);
    requests[subject] = request;
    if (isGone && away.some((name) => subject.startsWith(`rpc.${name}.`))) throw new RemoteError('UNAVAILABLE', 'away');
    const answer = answers[subject];
    if (!answer) throw new Error(`${subject} is not expected`);
    if (subject === after) isGone = true;
    return answer();
  };
  return { services: { call, callsFor: () => call } as unknown as Services, asked, requests };
}

const answer = (services: Services, id: string, body?: object, query: object = {}) => {
  const input = { params: { caseId }, body, query, userId: context.userId, context };
  return moderationCalls.find(({ route }) => route.id === id)!.answer(services, input as never);
};
const decide = (services: Services) => answer(services, 'decideCase', { decision: 'removePhoto', reasons: 'why' });

describe('the queue', () => {
  it('shows previews, and asks for none of a photo under a legal hold', async () => {
    const { services, requests } = servicesIn();
    expect(await answer(services, 'listCases')).toMatchObject({
      cases: [{ preview: 'data:image/webp;base64,A' }, { preview: null }],
      waiting: 2,
    });
    expect(requests['rpc.photos.getCasePreviews']).toEqual({ photoIds: [photoId] });
  });

  it('is shown without previews while photos is away', async () => {
    const { services } = servicesIn({ away: ['photos'] });
    expect(await answer(services, 'listCases')).toMatchObject({ cases: [{ preview: null }, { preview: null }] });
  });
});

describe('a case', () => {
  it('shows its photo first, then those that screening names, and the notices', async () => {
    expect(await answer(servicesIn().services, 'getCase')).toEqual({
      success: true,
      case: { ...found, photos: [photo, likePhoto], notices: [notice] },
    });
  });

  it.each(['getCase', 'getEvidence'])('of %s is read page by page', async (name) => {
    const { services, requests } = servicesIn({ evidence: [photo] });
    const cursor = randomUUID();
    await answer(services, name, undefined, { cursor });
    expect(requests[`rpc.assessments.${name}`]).toEqual({ caseId, cursor });
  });

  it('under a legal hold shows no picture, although the photos service has not followed yet', async () => {
    const passedOn = { ...found, isUnderLegalHold: true, screening: [], detail: [] };
    for (const id of ['getCase', 'claimCase'])
      expect(await answer(servicesIn({ case: passedOn }).services, id, {})).toMatchObject({
        case: { photos: [{ photoId, state: 'legal-hold', renditions: [] }] },
      });
  });

  it('asks no service for what it does not have', async () => {
    const { services, asked } = servicesIn({ case: { ...found, photoId: null, screening: [], detail: [] } });
    expect(await answer(services, 'getCase')).toMatchObject({ case: { photos: [], notices: [] } });
    expect(asked).toEqual(['rpc.assessments.getCase']);
  });

  it.each(['assessments', 'photos', 'identity'])('is not shown at all while %s is away', async (name) => {
    const shown = answer(servicesIn({ away: [name] }).services, 'getCase');
    await expect(shown).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });
});

describe('a decision', () => {
  it('is answered with the case as it is afterwards', async () => {
    expect(await decide(servicesIn().services)).toMatchObject({
      case: { status: 'decided', photos: [removed, likePhoto], notices: [notice] },
    });
  });

  it.each(['photos', 'identity'])('is not made where %s is away from the beginning', async (name) => {
    const { services, asked } = servicesIn({ away: [name] });
    await expect(decide(services)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(asked).not.toContain('rpc.assessments.decideCase');
  });

  it('is answered with the notices of the page as it is afterwards', async () => {
    const other = { ...notice, noticeId: randomUUID() };
    const { services, requests } = servicesIn({ decided: { detail: [other] } });
    await decide(services);
    expect(requests['rpc.identity.getNotices']).toEqual({ noticeIds: [other.noticeId] });
  });

  it('to pass a case on shows nothing of it any more', async () => {
    const { services } = servicesIn({ decided: { isUnderLegalHold: true, detail: [], screening: [], photoId: null } });
    expect(await decide(services)).toMatchObject({ case: { photos: [], notices: [] } });
  });

  it('is answered although the photos went away after it', async () => {
    const { services } = servicesIn({ away: ['photos', 'identity'], after: 'rpc.assessments.decideCase' });
    expect(await decide(services)).toMatchObject({ case: { status: 'decided', photos: [photo, likePhoto] } });
  });
});

describe('evidence', () => {
  const kept = { photoId, state: 'legal-hold', renditions: [] };

  it('shows the photo that was put apart, and nothing that screening compared it with', async () => {
    const { services, asked } = servicesIn({ evidence: [kept] });
    expect(await answer(services, 'getEvidence')).toMatchObject({ case: { photos: [kept], notices: [notice] } });
    expect(asked.filter((subject) => subject.startsWith('rpc.photos.'))).toEqual(['rpc.photos.getEvidencePhoto']);
  });

  it('waits until the photo is put apart', async () => {
    const { services } = servicesIn({ evidence: [null, kept] });
    expect(await answer(services, 'getEvidence')).toMatchObject({ case: { photos: [kept] } });
    const late = answer(servicesIn({ evidence: [null], caughtUp: false }).services, 'getEvidence');
    await expect(late).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });
});
