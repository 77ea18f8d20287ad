import type { StartGroup } from './commands.js';
import { groupTaken } from './errors.js';
import type { GroupEvent, GroupStarted } from './events.js';
import type { GroupPolicy } from './policy.js';
import type { GroupState } from './state.js';
import { checkWanted, offered } from './wanted.js';

export function startGroup(command: StartGroup, state: GroupState, policy: GroupPolicy): GroupEvent[] {
  checkWanted(command, policy);
  // Group ids are made by the server for one request; a second start under one id would mix two holds.
  if (state.status !== 'unknown') throw groupTaken();
  const { groupId, assessmentId, ownerId, photoIds, holdId, evaluators, at } = command;
  const run = { groupId, assessmentId, ownerId, photoIds, holdId };
  return [startOf(run, evaluators, offered(command.commentsSelected), at, policy)];
}

type Run = Pick<GroupStarted, 'groupId' | 'assessmentId' | 'ownerId' | 'photoIds' | 'holdId'>;

export const startOf = (
  run: Run,
  testLimit: number,
  commentsSelected: GroupStarted['commentsSelected'],
  startedAt: string,
  policy: GroupPolicy,
): GroupEvent => ({
  type: 'GroupStarted',
  data: {
    ...run,
    testLimit,
    amountTokens: testLimit * policy.pricePerAssessorTokens,
    commentsSelected,
    commentsRequired: policy.profileCommentsMin,
    startedAt,
  },
});
