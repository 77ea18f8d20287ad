import { beforeEach, describe, expect, it } from '@jest/globals';
import { ApiError } from '../api/errors';
import { inOrder, Outbox, type OutboxEntry } from './outbox';

const entry = (idempotencyKey: string, userId = 'ann', savedAt = '2026-01-01T12:00:00Z'): OutboxEntry<string> => ({
  idempotencyKey,
  userId,
  content: `what ${idempotencyKey} says`,
  savedAt,
});
const offline = ApiError.offline();
const full = new ApiError(409, 'ASSESSMENT_COMPLETE', 'This assessment has all its ratings already.');

/** A device with a server that gives prepared answers, and accepts everything else. */
function device() {
  const kept = new Map<string, OutboxEntry>();
  const sent: string[] = [];
  const answers = new Map<string, () => Promise<number>>();
  const world = { signedIn: 'ann' as string | undefined, storageWorks: true };
  let turn: Promise<unknown> = Promise.resolve();
  const outbox = new Outbox<string, number>({
    storage: {
      put: async (one) => {
        if (!world.storageWorks) throw new Error('no room');
        kept.set(one.idempotencyKey, one);
      },
      remove: async (key) => void kept.delete(key),
      all: async () => inOrder([...kept.values()]),
    },
    alone: (work) => {
      const mine = turn.then(work);
      turn = mine.catch(() => undefined);
      return mine;
    },
    send: async ({ idempotencyKey }) => {
      sent.push(idempotencyKey);
      return (await answers.get(idempotencyKey)?.()) ?? 20;
    },
    signedIn: () => world.signedIn,
    changed: () => undefined,
  });
  return { outbox, kept, sent, answers, world };
}

let at: ReturnType<typeof device>;
beforeEach(() => {
  at = device();
});
const failing = (error: unknown) => () => Promise.reject(error);

describe('a submission from a screen', () => {
  it('is sent and not kept', async () => {
    expect(await at.outbox.submit(entry('a'))).toEqual({ outcome: 'accepted', answer: 20 });
    expect(at.kept.size).toBe(0);
  });

  it('is on the device before it is sent', async () => {
    let keptMeanwhile = 0;
    at.answers.set('a', async () => {
      keptMeanwhile = at.kept.size;
      return 20;
    });
    await at.outbox.submit(entry('a'));
    expect(keptMeanwhile).toBe(1);
  });

  it('waits where there is no network', async () => {
    at.answers.set('a', failing(offline));
    expect(await at.outbox.submit(entry('a'))).toEqual({ outcome: 'waiting', reason: 'connection' });
    expect([...at.kept.keys()]).toEqual(['a']);
  });

  it.each([429, 500, 503])('waits for the server, and not for a network, after %d', async (status) => {
    at.answers.set('a', failing(new ApiError(status, 'INTERNAL', 'Not now.')));
    expect(await at.outbox.submit(entry('a'))).toEqual({ outcome: 'waiting', reason: 'server' });
    expect([...at.kept.keys()]).toEqual(['a']);
  });

  it('waits where the server asks for a longer look', async () => {
    at.answers.set('a', failing(new ApiError(409, 'TOO_FAST', 'Please take a moment.')));
    expect(await at.outbox.submit(entry('a'))).toEqual({ outcome: 'waiting', reason: 'server' });
  });

  it('is refused aloud and not kept', async () => {
    at.answers.set('a', failing(full));
    expect(await at.outbox.submit(entry('a'))).toEqual({ outcome: 'refused', error: full });
    expect(at.kept.size).toBe(0);
  });

  it('stays with the screen when the session ends over it', async () => {
    at.answers.set('a', async () => {
      at.world.signedIn = undefined;
      throw new ApiError(401, 'UNAUTHENTICATED', 'Please log in.');
    });
    expect(await at.outbox.submit(entry('a'))).toMatchObject({ outcome: 'refused' });
    expect(at.kept.size).toBe(0);
  });

  it('does not pretend to be kept where the device keeps nothing', async () => {
    at.world.storageWorks = false;
    at.answers.set('a', failing(offline));
    expect(await at.outbox.submit(entry('a'))).toMatchObject({ outcome: 'refused' });
  });
});

describe('a waiting entry', () => {
  beforeEach(() => {
    at.kept.set('late', entry('late', 'ann', '2026-01-01T12:05:00Z'));
    at.kept.set('early', entry('early', 'ann', '2026-01-01T12:01:00Z'));
    at.kept.set('his', entry('his', 'bob'));
  });

  it('is sent in order, and only by the person it belongs to', async () => {
    const settled = await at.outbox.flush('ann');
    expect(at.sent).toEqual(['early', 'late']);
    expect(settled.map(({ delivery }) => delivery.outcome)).toEqual(['accepted', 'accepted']);
    expect([...at.kept.keys()]).toEqual(['his']);
  });

  it('is seen only by the person it belongs to', async () => {
    expect((await at.outbox.entriesOf('bob')).map(({ idempotencyKey }) => idempotencyKey)).toEqual(['his']);
  });

  it('stays while somebody else is signed in', async () => {
    at.world.signedIn = 'bob';
    expect(await at.outbox.flush('ann')).toEqual([]);
    expect(at.sent).toEqual([]);
  });

  it('is not refused for a session that changed on the way', async () => {
    at.answers.set('early', async () => {
      at.world.signedIn = 'bob';
      throw new ApiError(403, 'FORBIDDEN', 'Not yours.');
    });
    expect(await at.outbox.flush('ann')).toEqual([]);
    expect(at.kept.has('early')).toBe(true);
  });

  it('waits longer behind one that cannot be sent yet', async () => {
    at.answers.set('early', failing(offline));
    expect(await at.outbox.flush('ann')).toEqual([]);
    expect(at.sent).toEqual(['early']);
    expect(at.kept.size).toBe(3);
  });

  it('is sent once by two tabs at the same time', async () => {
    await Promise.all([at.outbox.flush('ann'), at.outbox.flush('ann')]);
    expect(at.sent).toEqual(['early', 'late']);
  });

  it('keeps a refusal to be read, and does not send it again', async () => {
    at.answers.set('early', failing(full));
    await at.outbox.flush('ann');
    await at.outbox.flush('ann');
    expect(at.sent).toEqual(['early', 'late']);
    expect((await at.outbox.entriesOf('ann'))[0]?.refusal).toMatchObject({ code: 'ASSESSMENT_COMPLETE' });
    await at.outbox.dismiss('early');
    expect(await at.outbox.entriesOf('ann')).toEqual([]);
  });

  it('counts as done where the server did it but could not be understood', async () => {
    at.answers.set('early', failing(new ApiError(201, 'UNREADABLE', '')));
    const [first] = await at.outbox.flush('ann');
    expect(first?.delivery).toEqual({ outcome: 'accepted', answer: null });
  });
});
