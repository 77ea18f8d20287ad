import { describe, expect, it } from '@jest/globals';
import { HeldAnswers, type HeldAnswersOptions } from './held-answers.js';

const OWNER = 'owner';
const URL = '/api/get-user/owner';
const answerOf = (ownerId: string | undefined, text = 'first') => ({ ownerId, headers: [], body: text });

function holding(options: HeldAnswersOptions = {}, ownerId: string | undefined = OWNER): HeldAnswers {
  const held = new HeldAnswers(options);
  held.end(held.begin(URL, ownerId)!, answerOf(ownerId));
  return held;
}

function commandCameAndWent(held: HeldAnswers): void {
  held.commandBegins(OWNER);
  held.commandEnds(OWNER);
}

describe('a held answer', () => {
  it('is found at its address and nowhere else', () => {
    const held = holding();
    expect(held.find(URL)?.body).toBe('first');
    expect(held.find(`${URL}?held=no`)).toBeUndefined();
  });

  it('is dropped for its owner only', () => {
    const held = holding();
    held.drop('somebody else');
    expect(held.find(URL)).toBeDefined();
    held.drop(OWNER);
    expect(held.find(URL)).toBeUndefined();
  });

  it('lives no longer than its age', () => {
    const held = holding({ ageMaxMs: 1_000 });
    expect(held.find(URL, Date.now() + 900)).toBeDefined();
    expect(held.find(URL, Date.now() + 1_001)).toBeUndefined();
  });

  it('makes room for newer ones', () => {
    const held = new HeldAnswers({ answersMax: 2 });
    for (const owner of ['a', 'b', 'c']) held.end(held.begin(owner, owner)!, answerOf(owner));
    expect(held.size).toBe(2);
    expect(held.find('a')).toBeUndefined();
    expect(held.find('c')).toBeDefined();
  });

  it('goes with all others when the events are not heard, and none is held until they are', () => {
    const held = holding();
    held.setInformed(false);
    expect(held.find(URL)).toBeUndefined();
    expect(held.begin(URL, OWNER)).toBeUndefined();
    held.setInformed(true);
    expect(held.begin(URL, OWNER)).toBeDefined();
  });
});

describe('a reading', () => {
  it.each([
    ['its owner changed', (held: HeldAnswers) => held.drop(OWNER)],
    ['everything was dropped', (held: HeldAnswers) => held.dropAll()],
    ['a later one has begun', (held: HeldAnswers) => void held.begin(URL, OWNER)],
    ['a command came and went', commandCameAndWent],
  ])('is not held when meanwhile %s', (_, happens) => {
    const held = new HeldAnswers();
    const reading = held.begin(URL, OWNER)!;
    happens(held);
    held.end(reading, answerOf(OWNER));
    expect(held.find(URL)).toBeUndefined();
  });

  it('without a whole answer holds nothing', () => {
    const held = new HeldAnswers();
    held.end(held.begin(URL, OWNER)!, undefined);
    expect(held.find(URL)).toBeUndefined();
  });
});

describe('while a command is under way', () => {
  it('nothing of its caller is held, until the last one has ended', () => {
    const held = holding();
    held.commandBegins(OWNER);
    held.commandBegins(OWNER);
    expect(held.find(URL)).toBeUndefined();
    held.commandEnds(OWNER);
    expect(held.begin(URL, OWNER)).toBeUndefined();
    held.commandEnds(OWNER);
    expect(held.begin(URL, OWNER)).toBeDefined();
  });

  it('others are held', () => {
    const held = holding();
    held.commandBegins('somebody else');
    expect(held.find(URL)).toBeDefined();
    expect(held.begin(URL, OWNER)).toBeDefined();
  });

  it('whose end is never heard of, its caller is held again after a while', () => {
    const held = holding({ commandMaxMs: 0 });
    held.commandBegins(OWNER);
    expect(held.begin(URL, OWNER)).toBeDefined();
  });
});
