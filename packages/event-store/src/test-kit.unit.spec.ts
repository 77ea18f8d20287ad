import { describe, expect, it } from '@jest/globals';
import { type CounterEvent, counterDecider } from './counter.spec.js';
import { specify } from './test-kit.js';

const given = specify(counterDecider);
const opened: CounterEvent = { type: 'CounterOpened', data: { limit: 3 } };
const raised = (by: number): CounterEvent => ({ type: 'CounterRaised', data: { by } });

describe('the decider test kit', () => {
  it('accepts the events that were decided on the history', () => {
    given([]).when({ type: 'open', limit: 3 }).then([opened]);
    given([opened, raised(1)])
      .when({ type: 'raise', by: 2 })
      .then([raised(2)]);
    given([opened]).when({ type: 'raise', by: 0 }).then([]);
  });

  it('accepts the code of a refusal', () => {
    given([opened, raised(2)])
      .when({ type: 'raise', by: 2 })
      .then('LIMIT_REACHED');
  });

  it('fails on other events, fewer, more, or in another shape', () => {
    const decided = given([opened]).when({ type: 'raise', by: 2 });
    for (const expected of [[], [raised(1)], [raised(2), raised(2)], [{ ...raised(2), schemaVersion: 1 }]]) {
      expect(() => decided.then(expected as CounterEvent[])).toThrow();
    }
  });

  it('fails where a refusal was expected and nothing or another code came', () => {
    expect(() => given([opened]).when({ type: 'raise', by: 2 }).then('LIMIT_REACHED')).toThrow();
    expect(() => given([]).when({ type: 'raise', by: 2 }).then('LIMIT_REACHED')).toThrow(/NOT_OPEN/);
  });

  it('compares the message of a refusal if one is given', () => {
    const refused = given([]).when({ type: 'raise', by: 2 });
    refused.then('NOT_OPEN', 'the counter is not open');
    expect(() => refused.then('NOT_OPEN', 'the counter is closed')).toThrow();
  });

  it('throws on what was refused without being expected, and on what is no refusal', () => {
    expect(() => given([]).when({ type: 'raise', by: 2 }).then([])).toThrow('the counter is not open');
    const broken = specify({
      ...counterDecider,
      decide: () => {
        throw new TypeError('a bug');
      },
    });
    expect(() => broken([]).when({ type: 'raise', by: 1 }).then('a bug')).toThrow(TypeError);
  });
});
