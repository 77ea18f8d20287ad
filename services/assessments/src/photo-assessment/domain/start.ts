import type { TestCommand } from './commands.js';
import { startClosed, startConfirmed, testUnknown } from './errors.js';
import type { StartOpened, TestEvent } from './events.js';
import { later } from './places.js';
import type { TestPolicy } from './policy.js';
import { consistentSettings } from './settings.js';
import type { TestState } from './state.js';

type Open = Extract<TestCommand, { type: 'OpenStart' }>;
type Confirm = Extract<TestCommand, { type: 'ConfirmStart' }>;
type Abandon = Extract<TestCommand, { type: 'AbandonStart' }>;

export function openStart(command: Open, state: TestState, policy: TestPolicy): TestEvent[] {
  // Test ids are made by the server for one start; a second start under one id would mix two holds.
  if (state.status !== 'unknown') throw startClosed();
  const { testId, ownerId, holdId, isFirstAssessment, restartTokens, at } = command;
  const settings = consistentSettings(command.settings, isFirstAssessment, policy);
  const fullTokens = settings.testLimit * policy.pricePerAssessorTokens;
  const prices = pricesOf(command.assessments.length, fullTokens, isFirstAssessment ? restartTokens : null);
  const assessments = command.assessments.map((planned, index) => ({ ...planned, amountTokens: prices[index]! }));
  const expiresAt = later(at, policy.holdMs);
  return [
    {
      type: 'StartOpened',
      data: { testId, ownerId, holdId, isFirstAssessment, settings, assessments, openedAt: at, expiresAt },
    },
  ];
}

/** A confirmed start stays confirmed, whoever asks again. */
export function confirmStart({ ownerId, at }: Confirm, state: TestState): TestEvent[] {
  requireOwner(state, ownerId);
  if (state.status === 'started') return [];
  if (state.status !== 'opened' || at >= state.start.expiresAt) throw startClosed();
  const { testId, holdId, isFirstAssessment, settings, assessments } = state.start;
  const { testLimit } = settings;
  return [
    {
      type: 'TestStarted',
      data: {
        testId,
        ownerId,
        holdId,
        isFirstAssessment,
        settings,
        assessments: assessments.map((assessment) => ({ ...assessment, testLimit })),
        startedAt: at,
      },
    },
  ];
}

export function abandonStart({ ownerId, reason, at }: Abandon, state: TestState): TestEvent[] {
  requireOwner(state, ownerId);
  if (state.status === 'abandoned') return [];
  if (state.status !== 'opened') throw startConfirmed();
  const { testId, holdId } = state.start;
  return [{ type: 'StartAbandoned', data: { testId, ownerId, holdId, reason, abandonedAt: at } }];
}

/** In tokens, of all its photos. */
export const priceOf = ({ assessments }: StartOpened): number =>
  assessments.reduce((sum, { amountTokens }) => sum + amountTokens, 0);

/** By photo, in whole tokens: each the full price, or as even a part of `restartTokens` as there is. */
function pricesOf(photos: number, fullTokens: number, restartTokens: number | null): number[] {
  const totalTokens = Math.min(restartTokens ?? Number.POSITIVE_INFINITY, photos * fullTokens);
  return Array.from({ length: photos }, (_, index) => Math.floor((totalTokens + photos - 1 - index) / photos));
}

/** A test that is not there and one of somebody else look the same. */
export function requireOwner(state: TestState, ownerId: string): void {
  const actual = state.status === 'started' ? state.ownerId : state.status === 'unknown' ? null : state.start.ownerId;
  if (actual !== ownerId) throw testUnknown();
}
