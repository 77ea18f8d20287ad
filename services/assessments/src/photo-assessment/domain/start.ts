import type { PhotoAssessmentCommand } from './commands.js';
import { assessmentUnknown, startClosed, startConfirmed } from './errors.js';
import type { PhotoAssessmentEvent, StartOpened } from './events.js';
import type { PhotoAssessmentPolicy } from './policy.js';
import { consistentSettings } from './settings.js';
import { later } from './slots.js';
import type { PhotoAssessmentState } from './state.js';

type Open = Extract<PhotoAssessmentCommand, { type: 'OpenStart' }>;
type Confirm = Extract<PhotoAssessmentCommand, { type: 'ConfirmStart' }>;
type Abandon = Extract<PhotoAssessmentCommand, { type: 'AbandonStart' }>;

export function openStart(
  command: Open,
  state: PhotoAssessmentState,
  policy: PhotoAssessmentPolicy,
): PhotoAssessmentEvent[] {
  // The server makes each photo assessment id for one start. A second start under the same id would mix two holds.
  if (state.status !== 'unknown') throw startClosed();
  const { photoAssessmentId, ownerId, holdId, isFirstAssessment, restartTokens, at } = command;
  const settings = consistentSettings(command.settings, isFirstAssessment, policy);
  const fullTokens = settings.testLimit * policy.pricePerAssessorTokens;
  const prices = pricesOf(command.assessments.length, fullTokens, isFirstAssessment ? restartTokens : null);
  const assessments = command.assessments.map((planned, index) => ({ ...planned, amountTokens: prices[index]! }));
  const expiresAt = later(at, policy.holdMs);
  return [
    {
      type: 'StartOpened',
      data: { photoAssessmentId, ownerId, holdId, isFirstAssessment, settings, assessments, openedAt: at, expiresAt },
    },
  ];
}

/**
 * Confirms a start. Emits nothing if it is confirmed already. @throws DomainError CONFLICT if it is abandoned or too
 * late
 */
export function confirmStart(
  { ownerId, heldPhotoIds = [], unscreenedPhotoIds = [], audienceFirstUntil, at }: Confirm,
  state: PhotoAssessmentState,
): PhotoAssessmentEvent[] {
  requireOwner(state, ownerId);
  if (state.status === 'started') return [];
  if (state.status !== 'opened' || at >= state.start.expiresAt) throw startClosed();
  const { photoAssessmentId, holdId, isFirstAssessment, settings, assessments } = state.start;
  const { testLimit } = settings;
  return [
    {
      type: 'PhotoAssessmentStarted',
      data: {
        photoAssessmentId,
        ownerId,
        holdId,
        isFirstAssessment,
        settings,
        assessments: assessments.map((assessment) => ({ ...assessment, testLimit })),
        startedAt: at,
        ...(heldPhotoIds.length > 0 && { heldPhotoIds: [...heldPhotoIds] }),
        ...(unscreenedPhotoIds.length > 0 && { unscreenedPhotoIds: [...unscreenedPhotoIds] }),
        ...(audienceFirstUntil !== undefined && { audienceFirstUntil }),
      },
    },
  ];
}

export function abandonStart({ ownerId, reason, at }: Abandon, state: PhotoAssessmentState): PhotoAssessmentEvent[] {
  requireOwner(state, ownerId);
  if (state.status === 'abandoned') return [];
  if (state.status !== 'opened') throw startConfirmed();
  const { photoAssessmentId, holdId } = state.start;
  return [{ type: 'StartAbandoned', data: { photoAssessmentId, ownerId, holdId, reason, abandonedAt: at } }];
}

/** Price of all its photos, in tokens. */
export const priceOf = ({ assessments }: StartOpened): number =>
  assessments.reduce((sum, { amountTokens }) => sum + amountTokens, 0);

/** Price of each photo in whole tokens: the full price, or an even share of `restartTokens` if that is less. */
function pricesOf(photos: number, fullTokens: number, restartTokens: number | null): number[] {
  const totalTokens = Math.min(restartTokens ?? Number.POSITIVE_INFINITY, photos * fullTokens);
  return Array.from({ length: photos }, (_, index) => Math.floor((totalTokens + photos - 1 - index) / photos));
}

/** @throws DomainError NOT_FOUND, the same for an unknown photo assessment and for another owner's */
export function requireOwner(state: PhotoAssessmentState, ownerId: string): void {
  const actual = state.status === 'started' ? state.ownerId : state.status === 'unknown' ? null : state.start.ownerId;
  if (actual !== ownerId) throw assessmentUnknown();
}
