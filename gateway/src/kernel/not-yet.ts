import { type ErrorCode, photosRpc, type Rpc } from '@candid/contracts';

export interface Facts {
  service: string;
  /** Services on whose events the answer depends. If empty, only the answering service's read models may be behind. */
  sources: readonly string[];
  /** True if these events create work items that the decision depends on. */
  work?: boolean;
}

const own = (service: string): Facts => ({ service, sources: [] });

/**
 * A refusal in this table may be wrong while the answering service lacks the events in the comments below, or while its
 * own read models are behind. All other refusals depend only on the request and on that service's own streams.
 */
const FACTS: Record<string, Partial<Record<ErrorCode, Facts>>> = {
  identity: {
    NOT_FOUND: own('identity'),
    FORBIDDEN: own('identity'),
    // The service may not know the end of a suspension yet.
    ACCOUNT_SUSPENDED: { service: 'identity', sources: ['assessments'] },
  },
  photos: {
    NOT_FOUND: own('photos'),
    // The service may not know first ratings and the end of assessments yet.
    ONBOARDING_INCOMPLETE: { service: 'photos', sources: ['assessments'] },
    NOT_ENOUGH_RATINGS: { service: 'photos', sources: ['assessments'] },
    CONFLICT: { service: 'photos', sources: ['assessments'] },
    // The service may not know the release of a hold yet.
    PHOTO_HELD: { service: 'photos', sources: ['assessments'] },
  },
  assessments: {
    // The service may not know uploaded photos yet.
    NOT_FOUND: { service: 'assessments', sources: ['photos'] },
    // The service may not know an assessor's approval yet.
    FORBIDDEN: { service: 'assessments', sources: ['identity'] },
    // The service may not know yet that photos have moved into or out of the planner.
    CONFLICT: { service: 'assessments', sources: ['photos'] },
    ONBOARDING_INCOMPLETE: { service: 'assessments', sources: ['photos'] },
    POOL_FULL: { service: 'assessments', sources: ['photos'] },
    // The tokens service refuses this, and the assessments service passes the refusal on.
    INSUFFICIENT_TOKENS: { service: 'tokens', sources: ['identity', 'assessments'], work: true },
  },
  tokens: {
    NOT_FOUND: own('tokens'),
    // The service may not know the welcome grant, rewards and refunds yet.
    INSUFFICIENT_TOKENS: { service: 'tokens', sources: ['identity', 'assessments'], work: true },
  },
};

/** Messages for which the photos service asks the assessments service, whose refusals it passes on as its own. */
const { uploadAndAssess, cropAgain, setProfile, returnPhoto, endAndReturn, endAllOfEmptyPlanner, deletePhoto } =
  photosRpc;
const ALSO_ASK_ASSESSMENTS: ReadonlySet<string> = new Set(
  [uploadAndAssess, cropAgain, setProfile, returnPhoto, endAndReturn, endAllOfEmptyPlanner, deletePhoto].map(
    ({ subject }) => subject,
  ),
);

export function factsBehind({ service, subject }: Pick<Rpc, 'service' | 'subject'>, code: ErrorCode): Facts[] {
  const asked = ALSO_ASK_ASSESSMENTS.has(subject) ? [service, 'assessments'] : [service];
  return asked.flatMap((name) => FACTS[name]?.[code] ?? []);
}
