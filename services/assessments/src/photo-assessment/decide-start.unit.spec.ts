import type { AssessmentSettings } from '@candid/contracts';
import { describe, expect, it } from '@jest/globals';
import { allChoices } from '../catalogue/photo-catalogue.js';
import { priceOf } from './decide-start.js';
import type { PhotoAssessmentEvent } from './events.js';
import {
  at,
  consistent,
  decider,
  given,
  holdId,
  idOf,
  opened,
  ownerId,
  photoAssessmentId,
  photos,
  settings,
  started,
} from './photo-assessment.fixture.spec.js';
import type { PhotoAssessmentCommand } from './photo-assessment.js';

const open = (
  changed: Partial<AssessmentSettings> = {},
  isFirstAssessment = false,
  restartTokens: number | null = null,
): PhotoAssessmentCommand => ({
  type: 'OpenStart',
  photoAssessmentId,
  ownerId,
  holdId,
  isFirstAssessment,
  restartTokens,
  settings: { ...settings, commentsSelected: consistent.commentsSelected, ...changed },
  assessments: photos.map((photoId) => ({ assessmentId: idOf(photoId), photoId })),
  at: at(0),
});

const confirm = (minutes = 1, owner = ownerId): PhotoAssessmentCommand => ({
  type: 'ConfirmStart',
  ownerId: owner,
  at: at(minutes),
});

const abandon = (owner = ownerId): PhotoAssessmentCommand => ({
  type: 'AbandonStart',
  ownerId: owner,
  reason: 'owner',
  at: at(2),
});

const abandoned: PhotoAssessmentEvent = {
  type: 'StartAbandoned',
  data: { photoAssessmentId, ownerId, holdId, reason: 'owner', abandonedAt: at(2) },
};

function settingsOf(changed: Partial<AssessmentSettings>, isFirst = false): AssessmentSettings {
  const [event] = decider.decide(open(changed, isFirst), decider.initialState());
  if (event?.type !== 'StartOpened') throw new Error('no start was opened');
  return event.data.settings;
}

function detailsOf(changed: Partial<AssessmentSettings>, isFirst = false): string[] {
  try {
    decider.decide(open(changed, isFirst), decider.initialState());
  } catch (error) {
    return (error as { details: { field: string }[] }).details.map(({ field }) => field);
  }
  return [];
}

describe('opening a start', () => {
  it('records the hold and the ids before anything is asked of others, for 15 minutes', () => {
    given([]).when(open()).then([opened()]);
  });

  it.each([
    [30, [15, 15]],
    [25, [13, 12]],
    [0, [0, 0]],
    [60, [20, 20]],
  ])('of a first assessment that was reset costs what came back: %d tokens', (restartTokens, prices) => {
    const [event] = decider.decide(open({ commentsSelected: [] }, true, restartTokens), decider.initialState());
    if (event?.type !== 'StartOpened') throw new Error('no start was opened');
    expect(event.data.assessments.map(({ amountTokens }) => amountTokens)).toEqual(prices);
  });

  it('refuses a second start under the same id', () => {
    given([opened()]).when(open()).then('CONFLICT');
  });

  it.each([0, 11, 2.5, Number.NaN])('refuses %d assessors', (testLimit) => {
    expect(detailsOf({ testLimit })).toEqual(['testLimit']);
  });

  it('refuses to ask for nothing', () => {
    expect(detailsOf({ ratingRequired: false, commentsRequired: false })).toEqual(['ratingRequired']);
  });

  it('refuses phrases that the catalogue does not have in that section', () => {
    expect(
      detailsOf({
        commentsSelected: [
          [1, 1],
          [2, 44],
        ],
      }),
    ).toEqual(['commentsSelected[1]']);
  });

  it('asks for no more comments than phrases are offered', () => {
    const selected = { commentsSelected: [[1, 1]] as [number, number][] };
    expect(detailsOf({ ...selected, minComments: 3 })).toEqual(['minComments']);
    expect(settingsOf({ ...selected, minComments: 1 }).minComments).toBe(1);
  });

  it('takes no selection as all phrases', () => {
    expect(settingsOf({ commentsSelected: [] }).commentsSelected).toHaveLength(49);
  });

  it('asks for at least one comment where comments are on, and for none where they are off', () => {
    expect(settingsOf({ minComments: 0 }).minComments).toBe(1);
    expect(settingsOf({ minComments: 3 }).minComments).toBe(3);
    expect(settingsOf({ commentsRequired: false, minComments: 2 })).toMatchObject({
      minComments: 0,
      commentsSelected: [],
    });
  });

  it('leaves out phrases that cannot praise where only positive comments are wanted', () => {
    const positive = settingsOf({ commentsNegative: false });
    expect(positive.commentsSelected).toEqual([
      [1, 1],
      [1, 3],
    ]);
    expect(
      detailsOf({
        commentsNegative: false,
        commentsSelected: [
          [1, 7],
          [7, 44],
        ],
      }),
    ).toEqual(['commentsSelected']);
  });

  it('gives the first assessment the product’s settings', () => {
    const all = allChoices.map((choice) => [...choice] as [number, number]);
    expect(settingsOf({ minComments: 3, commentsSelected: all }, true)).toMatchObject({ testLimit: 4, minComments: 1 });
    expect(settingsOf({ commentsSelected: [] }, true).commentsSelected).toEqual(all);
  });

  it('refuses advanced options in the first assessment', () => {
    expect(detailsOf({ testLimit: 5, commentsSelected: [] }, true)).toEqual(['testLimit']);
    expect(detailsOf({ ratingRequired: false, commentsSelected: [] }, true)).toEqual(['ratingRequired']);
    expect(detailsOf({ commentsNegative: false, commentsSelected: [] }, true)).toEqual(['commentsNegative']);
    expect(detailsOf({}, true)).toEqual(['commentsSelected']);
    expect(detailsOf({ commentsSelected: [[1, 1]] }, true)).toEqual(['commentsSelected']);
  });

  it('takes one to ten assessors', () => {
    expect([0, 11, 1.5].flatMap((testLimit) => detailsOf({ testLimit }))).toEqual(Array(3).fill('testLimit'));
    expect([1, 10].flatMap((testLimit) => detailsOf({ testLimit }))).toEqual([]);
  });

  it('names the unknown phrase, also if it is the first', () =>
    expect(
      detailsOf({
        commentsSelected: [
          [1, 999],
          [1, 1],
        ],
      }),
    ).toEqual(['commentsSelected[0]']));

  it('costs the price of all its photos', () => {
    const start = opened();
    if (start.type !== 'StartOpened') throw new Error('no start was opened');
    expect(priceOf(start.data)).toBe(40);
  });

  it('keeps the wish to ask the audience first', () => {
    expect(settingsOf({ audienceFirst: true })).toMatchObject({ audienceFirst: true });
    expect(settingsOf({ audienceFirst: false })).not.toHaveProperty('audienceFirst');
  });
});

describe('confirming a start', () => {
  it('records until when the audience is asked first', () => {
    const state = [opened()].reduce(decider.evolve, decider.initialState());
    const audienceFirstUntil = at(60);
    expect(decider.decide({ ...confirm(), audienceFirstUntil } as PhotoAssessmentCommand, state)).toMatchObject([
      { type: 'PhotoAssessmentStarted', data: { audienceFirstUntil } },
    ]);
    expect(decider.decide(confirm(), state)[0]!.data).not.toHaveProperty('audienceFirstUntil');
  });

  it('starts the photo assessment at its price per photo', () => {
    const [, testStarted] = started();
    given([opened()]).when(confirm()).then([testStarted!]);
  });

  it('changes nothing the second time, however late', () => {
    given(started()).when(confirm(600)).then([]);
  });

  it('is over with the start’s time', () => {
    const [, testStarted] = started();
    given([opened()]).when(confirm(15)).then('CONFLICT');
    given([opened(), abandoned]).when(confirm(3)).then('CONFLICT');
    expect(testStarted!.type).toBe('PhotoAssessmentStarted');
  });

  it('knows no start of somebody else', () => {
    given([opened()]).when(confirm(1, 'another')).then('NOT_FOUND');
    given([]).when(confirm()).then('NOT_FOUND');
  });
});

describe('abandoning a start', () => {
  it('closes it once', () => {
    given([opened()]).when(abandon()).then([abandoned]);
    given([opened(), abandoned]).when(abandon()).then([]);
  });

  it('comes too late for a photo assessment that has started', () => {
    given(started()).when(abandon()).then('CONFLICT');
  });

  it('knows no start of somebody else', () => {
    given([opened()]).when(abandon('another')).then('NOT_FOUND');
  });
});
