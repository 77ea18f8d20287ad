import { specify } from '@candid/event-store';
import { describe, expect, it } from '@jest/globals';
import { type AssessorEvent, evolve, initialState } from './assessor.js';
import type { Behaviour, GoldAnswer, RatedTurn, Turn } from './behaviour.js';
import { assessorStreams } from './decide.js';

const given = specify(assessorStreams);
const assessorId = 'ann';
const at = (minute: number): string => new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString();

const rated = (minute: number, changed: Partial<RatedTurn> = {}): RatedTurn => ({
  kind: 'rated',
  at: at(minute),
  submissionId: `submission-${minute}`,
  seconds: 40,
  photos: 2,
  scores: [minute % 20, (minute * 7) % 20],
  isGold: false,
  ...changed,
});

const skipped = (minute: number): Turn => ({ kind: 'skipped', at: at(minute), slots: 1 });

const many = <Made>(count: number, make: (minute: number) => Made, from = 1): Made[] =>
  Array.from({ length: count }, (_, index) => make(from + index));

const gold = (...answers: boolean[]): GoldAnswer[] => answers.map((isRight, index) => ({ at: at(index + 1), isRight }));

const judge = (turns: Turn[], goldAnswers: GoldAnswer[] = [], minute = 50) =>
  ({ type: 'Judge', assessorId, behaviour: { turns, goldAnswers } satisfies Behaviour, at: at(minute) }) as const;

const warned = (signal: string, minute = 50) =>
  ({ type: 'AssessorWarned', data: { assessorId, signal, warnedAt: at(minute) } }) as AssessorEvent;

const paused = (signal: string, spoiledSubmissionIds: string[], minute = 50) =>
  ({
    type: 'AssessorPaused',
    data: { assessorId, signal, spoiledSubmissionIds, pausedAt: at(minute) },
  }) as AssessorEvent;

const recovered: AssessorEvent = { type: 'AssessorRecovered', data: { assessorId, recoveredAt: at(50) } };

const fast = { seconds: 3 };
const same = { scores: [10, 10] };
const ids = (turns: Turn[]) => turns.flatMap((turn) => (turn.kind === 'rated' ? [turn.submissionId] : []));

describe('an assessor is warned', () => {
  it('of hurry, by the median of enough submissions and never by a few', () => {
    given([])
      .when(judge(many(10, (minute) => rated(minute, fast))))
      .then([warned('hurried')]);
    given([])
      .when(judge(many(9, (minute) => rated(minute, fast))))
      .then([]);
    const half = [...many(5, (minute) => rated(minute, fast)), ...many(6, (minute) => rated(minute), 6)];
    given([]).when(judge(half)).then([]);
    given([])
      .when(judge(many(10, (minute) => rated(minute, { seconds: 4 }))))
      .then([]);
  });

  it('of hurry, by the last fifteen submissions, fast and slow ones in any order', () => {
    const perPhoto = (...seconds: number[]) =>
      judge(seconds.map((each, index) => rated(index + 1, { seconds: 2 * each })));
    const [slow, fast] = [
      [9, 9, 9, 9],
      [1, 1, 1, 1],
    ];
    const hurried = [warned('hurried')];
    given([])
      .when(perPhoto(...slow, 2.4, 1.5, ...fast))
      .then(hurried);
    given([])
      .when(perPhoto(...slow, 2.6, 1.5, ...fast))
      .then([]);
    given([])
      .when(perPhoto(...slow, 9, 1.9, 1, ...fast))
      .then(hurried);
    given([])
      .when(perPhoto(...slow, 9, 2.1, 1, ...fast))
      .then([]);
    given([])
      .when(perPhoto(1, 9, ...slow, 9, 9, 2.1, 1, 1, 1, ...fast))
      .then([]);
  });

  it('of straight-lining, from 23 of the last 24 ratings on', () => {
    const but = (others: number[][]) => [
      ...others.map((scores, index) => rated(index + 1, { scores })),
      ...many(12 - others.length, (minute) => rated(minute, same), others.length + 1),
    ];
    given([])
      .when(judge(but([])))
      .then([warned('straight-lining')]);
    given([])
      .when(judge(but([[10, 11]])))
      .then([warned('straight-lining')]);
    given([])
      .when(judge(but([[9, 11]])))
      .then([]);
    given([])
      .when(judge(many(11, (minute) => rated(minute, same))))
      .then([]);
    const older = [rated(0, { scores: [1, 2] }), ...but([])];
    given([])
      .when(judge(older))
      .then([warned('straight-lining')]);
  });

  it('of skips, six in a row and not more or less', () => {
    given([])
      .when(judge(many(6, skipped)))
      .then([warned('skipping')]);
    given([])
      .when(judge(many(5, skipped)))
      .then([]);
    given([])
      .when(judge([...many(5, skipped), rated(6), skipped(7)]))
      .then([]);
  });

  it('of skips, each renewal counted as one more', () => {
    const renewed = (minute: number): Turn => ({ ...skipped(minute), slots: 3 }) as Turn;
    given([])
      .when(judge([renewed(1), renewed(2)]))
      .then([warned('skipping')]);
    given([])
      .when(judge([renewed(1), skipped(2), skipped(3)]))
      .then([]);
  });

  it('of skips in the order in which they happened', () => {
    given([])
      .when(judge([...many(5, skipped, 2), rated(1), skipped(7)]))
      .then([warned('skipping')]);
    given([])
      .when(judge([rated(7), ...many(6, skipped)]))
      .then([]);
  });

  it('of obvious answers missed, twice of eight at least and by more than a quarter', () => {
    given([])
      .when(judge([], gold(true, false, false)))
      .then([warned('obvious-missed')]);
    given([])
      .when(judge([], gold(false)))
      .then([]);
    given([])
      .when(judge([], gold(false, false, true, true, true, true, true, true)))
      .then([]);
    given([])
      .when(judge([], gold(true, true, true, true, true, true, false, false)))
      .then([]);
    given([])
      .when(judge([], gold(false, false, true, true, true, true, true, true, false)))
      .then([]);
    given([])
      .when(judge([], gold(true, false, false, true, true, true, true, true, false)))
      .then([warned('obvious-missed')]);
  });

  it('once', () => {
    given([warned('skipping', 20)])
      .when(judge(many(6, skipped)))
      .then([]);
  });
});

describe('after a warning', () => {
  const since = (make: (minute: number) => Turn, count = 10) => many(count, make, 21);

  it('nothing is decided for ten photo assessments', () => {
    given([warned('hurried', 20)])
      .when(judge(since((minute) => rated(minute, fast), 9)))
      .then([]);
  });

  it('five hurried submissions or eight equal ratings are enough to tell', () => {
    const profile = (minute: number): Turn => ({ kind: 'profile', at: at(minute) });
    const after = (...rated: Turn[]) => judge([...rated, ...many(10 - rated.length, profile, 40)]);
    const hurried = since((minute) => rated(minute, fast), 5);
    given([warned('hurried', 20)])
      .when(after(...hurried))
      .then([paused('hurried', ids(hurried))]);
    given([warned('hurried', 20)])
      .when(after(...hurried.slice(1)))
      .then([recovered]);
    const equal = since((minute) => rated(minute, same), 4);
    given([warned('straight-lining', 20)])
      .when(after(...equal))
      .then([paused('straight-lining', ids(equal))]);
    given([warned('straight-lining', 20)])
      .when(after(...equal.slice(1), rated(30, { scores: [10] })))
      .then([recovered]);
  });

  it('what happened at its very moment is not looked at again', () => {
    given([warned('hurried', 20)])
      .when(judge([rated(20), ...since((minute) => rated(minute), 9)]))
      .then([]);
    given([warned('obvious-missed', 20)])
      .when(
        judge(
          since((minute) => rated(minute)),
          [{ at: at(20), isRight: true }],
        ),
      )
      .then([]);
  });

  it('what goes on pauses, and spoils what was submitted since', () => {
    const again = since((minute) => rated(minute, fast));
    given([warned('hurried', 20)])
      .when(judge([rated(3, fast), ...again]))
      .then([paused('hurried', ids(again))]);
    const lining = since((minute) => rated(minute, same));
    given([warned('straight-lining', 20)])
      .when(judge(lining))
      .then([paused('straight-lining', ids(lining))]);
    given([warned('skipping', 20)])
      .when(judge(since(skipped)))
      .then([paused('skipping', [])]);
  });

  it('what has become better is forgotten, with what was before it', () => {
    const before = many(12, (minute) => rated(minute, { ...same, ...fast }));
    const better = since((minute) => rated(minute));
    given([warned('hurried', 20)])
      .when(judge([...before, ...better]))
      .then([recovered]);
    given([warned('hurried', 20), recovered])
      .when(judge([...before, ...better], [], 51))
      .then([]);
  });

  it('of obvious answers it takes another one, whose own rating is nobody’s to replace', () => {
    const turns = [...since((minute) => rated(minute), 9), rated(30, { isGold: true })];
    const missed = gold(false, false);
    given([warned('obvious-missed', 20)])
      .when(judge(turns, missed))
      .then([]);
    given([warned('obvious-missed', 20)])
      .when(judge(turns, [...missed, { at: at(30), isRight: true }]))
      .then([recovered]);
    given([warned('obvious-missed', 20)])
      .when(judge(turns, [...missed, { at: at(30), isRight: false }]))
      .then([paused('obvious-missed', ids(turns.slice(0, 9)))]);
  });

  it('nothing follows on a pause by itself', () => {
    given([warned('hurried', 20), paused('hurried', [], 31)])
      .when(judge(many(20, (minute) => rated(minute, fast), 32)))
      .then([]);
  });
});

describe('the standing of an assessor', () => {
  const standingAfter = (...events: AssessorEvent[]) => events.reduce(evolve, initialState());

  it('says since when, and because of what', () => {
    expect(standingAfter()).toEqual({
      ...{ standing: 'good', signal: null, since: null, countsFrom: null, hasAppealed: false },
    });
    const history = [warned('skipping', 20)];
    expect(standingAfter(...history)).toMatchObject({ standing: 'warned', signal: 'skipping', since: at(20) });
    history.push(paused('hurried', [], 31));
    expect(standingAfter(...history)).toMatchObject({ standing: 'paused', signal: 'hurried', since: at(31) });
    const good = { standing: 'good', signal: null, since: at(50), countsFrom: at(50), hasAppealed: false };
    expect(standingAfter(...history, recovered)).toEqual(good);
  });
});

describe('a pause', () => {
  const history = [warned('hurried', 20), paused('hurried', [], 31)];
  const appeal = { type: 'Appeal', assessorId, at: at(40) } as const;
  const appealed: AssessorEvent = { type: 'PauseAppealed', data: { assessorId, appealedAt: at(40) } };
  const reinstate = { type: 'Reinstate', assessorId, reason: 'looked into', at: at(45) } as const;
  const reinstated: AssessorEvent = {
    type: 'AssessorReinstated',
    data: { assessorId, reason: 'looked into', reinstatedAt: at(45) },
  };

  it('is appealed against once', () => {
    given(history).when(appeal).then([appealed]);
    given([...history, appealed])
      .when(appeal)
      .then('CONFLICT');
    given([warned('hurried', 20)])
      .when(appeal)
      .then('CONFLICT');
  });

  it('is ended by support, as a warning is, and behaviour counts from then on', () => {
    given([...history, appealed])
      .when(reinstate)
      .then([reinstated]);
    given([warned('hurried', 20)])
      .when(reinstate)
      .then([reinstated]);
    given([]).when(reinstate).then('CONFLICT');
    const before = many(15, (minute) => rated(minute, fast), 21);
    given([...history, reinstated])
      .when(judge(before))
      .then([]);
    given([...history, reinstated])
      .when(judge([...before, ...many(10, (minute) => rated(minute, fast), 46)], [], 58))
      .then([warned('hurried', 58)]);
    given([...history, appealed, reinstated, warned('hurried', 50), paused('hurried', [], 55)])
      .when({ ...appeal, at: at(57) })
      .then([{ ...appealed, data: { ...appealed.data, appealedAt: at(57) } } as AssessorEvent]);
  });
});
