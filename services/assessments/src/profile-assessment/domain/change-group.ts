import type { ChangeGroup } from './commands.js';
import { completionOf } from './complete.js';
import {
  alreadyExtended,
  belowEvaluated,
  belowPromisedEvaluators,
  groupTaken,
  groupUnknown,
  otherPhotos,
} from './errors.js';
import type { GroupEvent } from './events.js';
import { liveSlots } from './places.js';
import type { GroupPolicy } from './policy.js';
import { startOf } from './start-group.js';
import type { EvaluationGroup, GroupState } from './state.js';
import { checkWanted, offered } from './wanted.js';

/** What is so already is no event. */
export function changeGroup(command: ChangeGroup, state: GroupState, policy: GroupPolicy): GroupEvent[] {
  if (state.status === 'unknown' || state.ownerId !== command.ownerId) throw groupUnknown();
  checkWanted(command, policy);
  if (command.photoIds && !isSameSet(command.photoIds, state.photoIds)) throw otherPhotos();
  if (state.run.status !== 'running') return [runAgain(command, state, policy)];
  const difference = command.evaluators - state.run.testLimit;
  return [
    ...chooseComments(command, state),
    ...(difference > 0 ? extend(command, state, difference, policy) : []),
    ...(difference < 0 ? shrink(command, state, -difference, policy) : []),
  ];
}

/** A complete run that nobody confirmed counts as confirmed with the next. */
function runAgain(command: ChangeGroup, group: EvaluationGroup, policy: GroupPolicy): GroupEvent {
  const { assessmentId, holdId, evaluators, at } = command;
  // A request's key may come again when its answer is forgotten, and leads to the same ids: they have been used.
  if (group.usedAssessmentIds.includes(assessmentId) || group.usedHoldIds.includes(holdId)) throw groupTaken();
  const { groupId, ownerId, photoIds } = group;
  const commentsSelected = offered(command.commentsSelected ?? group.run.commentsSelected);
  const run = { groupId, assessmentId, ownerId, photoIds: [...photoIds], holdId };
  return startOf(run, evaluators, commentsSelected, at, policy);
}

function extend(
  { holdId, at }: ChangeGroup,
  group: EvaluationGroup,
  difference: number,
  policy: GroupPolicy,
): GroupEvent[] {
  if (group.usedHoldIds.includes(holdId)) throw alreadyExtended();
  const amountTokens = difference * policy.pricePerAssessorTokens;
  const testLimit = group.run.testLimit + difference;
  const extension = { holdId, additionalAssessors: difference, testLimit, amountTokens, extendedAt: at };
  return [{ type: 'GroupExtended', data: { ...runOf(group), ...extension } }];
}

/** Never below the evaluations that are there, nor below the places that somebody is working for. */
function shrink(
  { refundId, at }: ChangeGroup,
  group: EvaluationGroup,
  removedAssessors: number,
  policy: GroupPolicy,
): GroupEvent[] {
  const { run } = group;
  const testLimit = run.testLimit - removedAssessors;
  const rated = run.raterIds.length;
  if (testLimit < rated) throw belowEvaluated(rated);
  const promised = liveSlots(run, at);
  if (testLimit < rated + promised) throw belowPromisedEvaluators(promised);
  const refundTokens = removedAssessors * policy.pricePerAssessorTokens;
  const shrunk = { refundId, removedAssessors, testLimit, refundTokens, shrunkAt: at };
  return [
    { type: 'GroupShrunk', data: { ...runOf(group), ...shrunk } },
    ...(testLimit === rated ? [completionOf(group, at)] : []),
  ];
}

function chooseComments({ commentsSelected, at }: ChangeGroup, group: EvaluationGroup): GroupEvent[] {
  if (commentsSelected === undefined) return [];
  const chosen = offered(commentsSelected);
  if (String(chosen) === String(group.run.commentsSelected)) return [];
  return [{ type: 'GroupCommentsChosen', data: { ...runOf(group), commentsSelected: chosen, chosenAt: at } }];
}

const isSameSet = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((one) => others.includes(one));

const runOf = ({ groupId, ownerId, run: { assessmentId } }: EvaluationGroup) => ({ groupId, assessmentId, ownerId });
