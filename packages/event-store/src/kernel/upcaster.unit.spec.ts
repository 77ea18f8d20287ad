import { describe, expect, it } from '@jest/globals';
import { type RecordedEvent, type Upcasters, upcast } from './event.js';

const upcasters: Upcasters = {
  Priced: {
    1: ({ price }) => ({ amount: price }),
    2: ({ amount }) => ({ amountTokens: amount }),
  },
};

function event(type: string, schemaVersion: number, data: object): RecordedEvent {
  return { type, schemaVersion, data } as RecordedEvent;
}

describe('upcast', () => {
  it('leads through every version to the newest', () => {
    expect(upcast(event('Priced', 1, { price: 5 }), upcasters)).toEqual(event('Priced', 3, { amountTokens: 5 }));
    expect(upcast(event('Priced', 2, { amount: 5 }), upcasters)).toEqual(event('Priced', 3, { amountTokens: 5 }));
  });

  it('leaves the newest version, other types and the stored event as they are', () => {
    const stored = event('Priced', 1, { price: 5 });
    upcast(stored, upcasters);
    expect(stored).toEqual(event('Priced', 1, { price: 5 }));
    for (const untouched of [event('Priced', 3, { amountTokens: 5 }), event('Other', 1, {})]) {
      expect(upcast(untouched, upcasters)).toBe(untouched);
    }
    expect(upcast(stored, undefined)).toBe(stored);
  });
});
