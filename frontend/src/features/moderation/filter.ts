import type { CaseKind, CaseReason } from '@candid/contracts';
import { moderationTexts } from '../../lib/texts/moderation';
import { isId } from '../../shared/console/values';

export const queueStatuses = ['waiting', 'decided', 'all'] as const;
export const caseReasons = Object.keys(moderationTexts.reasons) as CaseReason[];
export const caseKinds = Object.keys(moderationTexts.kinds) as CaseKind[];

/** The cases that the queue shows, and through which J and K step. The address holds the filter. */
export interface QueueFilter {
  readonly status: (typeof queueStatuses)[number];
  readonly reason?: CaseReason | undefined;
  readonly kind?: CaseKind | undefined;
  readonly subjectId?: string | undefined;
}

export const allOf = (subjectId: string): QueueFilter => ({ status: 'all', subjectId });

export const isNarrow = ({ reason, kind, subjectId }: QueueFilter): boolean =>
  reason !== undefined || kind !== undefined || subjectId !== undefined;

export function filterOf(search: URLSearchParams): QueueFilter {
  const oneOf = <Value extends string>(values: readonly Value[], name: string) =>
    values.find((value) => value === search.get(name));
  const account = search.get('account');
  return {
    status: oneOf(queueStatuses, 'status') ?? 'waiting',
    reason: oneOf(caseReasons, 'reason'),
    kind: oneOf(caseKinds, 'kind'),
    subjectId: account !== null && isId(account) ? account : undefined,
  };
}

function searchOf({ status, reason, kind, subjectId }: QueueFilter, caseId?: string): string {
  const search = new URLSearchParams({
    ...(status !== 'waiting' && { status }),
    ...(reason && { reason }),
    ...(kind && { kind }),
    ...(subjectId && { account: subjectId }),
    ...(caseId && { case: caseId }),
  }).toString();
  return search && `?${search}`;
}

/** @param caseId the case whose row is selected */
export const queueAddress = (filter: QueueFilter, caseId?: string): string =>
  `/support/moderation${searchOf(filter, caseId)}`;
export const caseAddress = (filter: QueueFilter, caseId: string): string =>
  `/support/moderation/${caseId}${searchOf(filter)}`;
