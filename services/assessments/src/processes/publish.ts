import {
  assessmentsEvents,
  type IntegrationEventType,
  moderationEvents,
  profileAssessmentsEvents,
  reportsRpc,
} from '@candid/contracts';
import { type IntegrationEvent, integrationEventOf, type RecordedEvent } from '@candid/event-store';
import type { TellEvent } from '@candid/platform/messaging';
import type { z } from 'zod';
import { blocksStreamId } from '../blocks/blocks.js';
import { type CaseEvent, isOfCase } from '../moderation/case.js';
import { reporterStreamId } from '../moderation/reporter.js';
import type { PhotoAssessmentEvent } from '../photo-assessment/events.js';
import type { ProfileEvent } from '../profile-assessment/profile-assessment.js';
import type { ResultsEvent } from '../results/photo-results.js';

type Contracts = Readonly<Record<string, IntegrationEventType<z.ZodObject> | undefined>>;

type OwnEvent = PhotoAssessmentEvent | ResultsEvent | ProfileEvent;

const assessmentContracts: Contracts = { ...assessmentsEvents, ...profileAssessmentsEvents };
const caseContracts: Contracts = moderationEvents;
const renamedOfCase: Partial<Record<CaseEvent['type'], string>> = {
  CasePhotoHeld: 'PhotoHeld',
  CaseHoldReleased: 'PhotoHoldReleased',
};

/** Translates the events that other services need into events of the contract. All other events stay internal. */
export function toIntegrationEvent(recorded: RecordedEvent): IntegrationEvent | undefined {
  if (isOfCase(recorded.streamId)) return ofCase(recorded);
  const event = recorded as unknown as OwnEvent;
  if (isOnlyRewarded(event)) {
    const { assessorId: userId, ...data } = recorded.data;
    return publish(recorded, assessmentContracts, 'GoldRatingsAccepted', { ...data, userId });
  }
  const { ownerId: userId, ...data } = recorded.data;
  return publish(recorded, assessmentContracts, event.type, { ...data, ...endOf(event), userId });
}

/**
 * True for a submission without counted ratings: an answer to a gold pair, or ratings of photos that were all held or
 * reported meanwhile. Only its reward is published, because nothing is to be counted, mailed or shown.
 */
const isOnlyRewarded = (event: OwnEvent) =>
  event.type === 'GoldRatingsAccepted' ||
  event.type === 'UncountedProfileRatingAccepted' ||
  (event.type === 'RatingsAccepted' && event.data.ratings.length === 0);

function endOf(event: OwnEvent): { isByModeration?: boolean } {
  if (event.type === 'AssessedPhotoEnded') return { isByModeration: event.data.isByModeration ?? false };
  if (event.type === 'ProfileRoundEnded') return { isByModeration: event.data.reason === 'moderation' };
  return {};
}

/** Keeps only the fields that the contract names. Returns undefined for an event without a contract. */
function publish(
  recorded: RecordedEvent,
  contracts: Contracts,
  type: string,
  all: object,
): IntegrationEvent | undefined {
  const contract = contracts[type];
  if (!contract) return undefined;
  const data = Object.fromEntries(Object.entries(all).filter(([field]) => field in contract.data.shape));
  return integrationEventOf(recorded, { type, data });
}

/** Publishes those case events that concern pictures, sessions and mails; claims and waiting reports stay internal. */
function ofCase(recorded: RecordedEvent): IntegrationEvent | undefined {
  const { type, data } = recorded as unknown as CaseEvent;
  const words = {
    ...data,
    ...('subjectId' in data && { userId: data.subjectId }),
    toldTo: 'isTold' in data && data.isTold ? data.subjectId : null,
  };
  const event = publish(recorded, caseContracts, renamedOfCase[type] ?? type, words);
  if (type !== 'CasePhotoHeld' && type !== 'LateReportAnswered') return event;
  // A report caused the event. Other services must not learn who reported, because support traces their events.
  const { actor: _reporter, ...anonymous } = event!;
  return anonymous;
}

const SECRET_STREAMS = [reporterStreamId(''), blocksStreamId('')];

/**
 * Support traces requests and refunds, and must not learn who reported or blocked. Streams that name these people are
 * left out, and the events of a report do not name the person who caused them.
 */
export const tellEvent: TellEvent = (event) => {
  if (SECRET_STREAMS.some((prefix) => event.streamId.startsWith(prefix))) return undefined;
  return `rpc.${event.command}` === reportsRpc.report.subject ? { ...event, actor: null } : event;
};
