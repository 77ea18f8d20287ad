import { describe, expect, it } from '@jest/globals';
import { goldSettings } from './decide-ratings.js';
import type { PhotoAssessmentEvent } from './events.js';
import { evolve } from './evolve.js';
import {
  accepted,
  at,
  consistent,
  decider,
  idOf,
  opened,
  ownerId,
  photoAssessmentId,
  photos,
  reset,
  slot,
  started,
} from './photo-assessment.fixture.spec.js';
import type { StartedAssessment } from './photo-assessment.js';

const [a, b] = photos;
const MINUTE_MS = 60_000;
const of = (photoId: string) => ({ photoAssessmentId, ownerId, photoId, assessmentId: idOf(photoId) });

const stateAfter = (...events: PhotoAssessmentEvent[]) =>
  events.reduce(evolve, decider.initialState()) as StartedAssessment;

const runningAfter = (...events: PhotoAssessmentEvent[]) => stateAfter(...started(), ...events);
const heldPhoto = (photoId: string) => ({ type: 'AssessedPhotoHeld', data: of(photoId) }) as PhotoAssessmentEvent;

const releasedSlot = (assessorId: string, minutes: number) =>
  ({ type: 'SlotReleased', data: { photoAssessmentId, assessorId, releasedAt: at(minutes) } }) as PhotoAssessmentEvent;

const requirements = { ratingRequired: true, commentsRequired: true, commentsSelected: [], minComments: 2 };
const required = (photoId: string, asked = requirements) =>
  ({ type: 'RequirementsChanged', data: { ...of(photoId), ...asked } }) as unknown as PhotoAssessmentEvent;

describe('a gold assessment', () => {
  it('is nobody’s first assessment, and costs nothing', () => {
    const assessments = photos.map((photoId) => ({ assessmentId: idOf(photoId), photoId }));
    const pair = { photoAssessmentId, ownerId, goldId: 'gold', finePhotoId: a, settings: goldSettings, assessments };
    const state = stateAfter({ type: 'GoldAssessmentStarted', data: { ...pair, startedAt: at(1) } });
    const place = { testLimit: goldSettings.testLimit, unusedTokens: 0 };
    expect(state).toMatchObject({ isFirstAssessment: false, finePhotoId: a, assessments: [place, place] });
  });
});

describe('a slot', () => {
  it('that is renewed keeps a photo on hold, on the terms of its reservation', () => {
    const state = runningAfter(slot('ann', 2), heldPhoto(b), required(b), slot('ann', 3, [a]));
    expect(state.slots).toMatchObject([{ assessorId: 'ann', assessmentIds: [idOf(a)], pausedIds: [idOf(b)] }]);
    expect(state.slots[0]!.terms).toEqual({ [idOf(a)]: consistent, [idOf(b)]: consistent });
  });

  it('that is renewed with a photo that was on hold has it on the terms of now', () => {
    const state = runningAfter(slot('ann', 2), heldPhoto(b), required(b), slot('ann', 3));
    expect(state.slots).toMatchObject([{ pausedIds: [], terms: { [idOf(b)]: { minComments: 2 } } }]);
  });

  it('that is given back ends then, and gives back the time that is left; others stay', () => {
    const state = runningAfter(slot('ann', 2), slot('bob', 2), releasedSlot('ann', 5));
    expect(state.slots).toMatchObject([
      { assessorId: 'ann', expiresAt: at(5), assessmentIds: photos.map(idOf) },
      { assessorId: 'bob', expiresAt: at(17) },
    ]);
    expect(state.heldMs).toEqual({ ann: 3 * MINUTE_MS, bob: 15 * MINUTE_MS });
  });

  it('that has expired gives back nothing', () => {
    expect(runningAfter(slot('ann', 2), releasedSlot('ann', 17)).heldMs).toEqual({ ann: 15 * MINUTE_MS });
  });
});

describe('a submission', () => {
  it('without a slot is on the terms of now', () => {
    const [submission] = runningAfter(required(b), accepted('ann')).submissions;
    expect(submission).toMatchObject({ hadSlot: false, rewardTokens: 20 });
    expect(submission!.terms).toEqual({ [idOf(a)]: consistent, [idOf(b)]: { ...consistent, ...requirements } });
  });

  it('with a slot is on the terms of its reservation', () => {
    const [submission] = runningAfter(slot('ann', 2), required(b), accepted('ann')).submissions;
    expect(submission).toMatchObject({ hadSlot: true, terms: { [idOf(a)]: consistent, [idOf(b)]: consistent } });
  });
});

describe('changed requirements', () => {
  it('concern one photo, and keep its other settings', () => {
    const [first, second] = runningAfter(required(b)).assessments;
    expect(first).toMatchObject({ settings: consistent, commentChoices: consistent });
    expect(second!.settings).toEqual({ ...consistent, ...requirements });
    expect(second!.commentChoices).toEqual({ commentsSelected: [], minComments: 2 });
  });

  it('keep the choice of comments while none are required', () => {
    const without = { ...requirements, commentsRequired: false };
    const [, second] = runningAfter(required(b, without)).assessments;
    expect(second).toMatchObject({ settings: { commentsRequired: false }, commentChoices: consistent });
  });

  it('of a photo of another assessment break the stream', () => {
    expect(() => runningAfter(required('another'))).toThrow('requirements of assessment-of-another');
  });
});

describe('a first assessment that is started over', () => {
  it('is given back only if tokens went back', () => {
    const isGivenBack = (tokens: number) => runningAfter(reset(0, tokens)).isGivenBack;
    expect([isGivenBack(0), isGivenBack(1)]).toEqual([false, true]);
  });
});

describe('the stream of a photo assessment', () => {
  it('is broken by an event that no decision puts there', () => {
    const [, start] = started();
    expect(() => stateAfter(start!)).toThrow('PhotoAssessmentStarted on a start that is');
    expect(() => stateAfter(...started(), start!)).toThrow('PhotoAssessmentStarted on a start that is started');
    expect(() => stateAfter(opened(), slot('ann', 2))).toThrow('SlotReserved on a photoAssessment that is opened');
  });
});
