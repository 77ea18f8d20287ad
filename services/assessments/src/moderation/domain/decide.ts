import type { Decider } from '@candid/event-store';
import { decideAppeal, fileAppeal } from './appeals.js';
import { keepPictures, takeNotice, takeReport, takeScreening } from './arrivals.js';
import type { CaseCommand } from './commands.js';
import { confirmClosure, decideCase, undo } from './decisions.js';
import { caseUnknown } from './errors.js';
import type { CaseEvent } from './events.js';
import { claim, giveBack } from './moderators.js';
import { type CaseState, evolve, initialState } from './state.js';
import type { CasePolicy } from './vocabulary.js';

function decide(command: CaseCommand, state: CaseState, policy: CasePolicy): CaseEvent[] {
  switch (command.type) {
    case 'TakeReport':
      return takeReport(command, state, policy);
    case 'TakeNotice':
      return takeNotice(command, state, policy);
    case 'TakeScreening':
      return takeScreening(command, state, policy);
    case 'RecordPhotoDeleted':
      return keepPictures(state, command.at);
  }
  if (state.status === 'unknown') throw caseUnknown();
  switch (command.type) {
    case 'Claim':
      return claim(command, state, policy);
    case 'GiveBack':
      return giveBack(command, state);
    case 'Decide':
      return decideCase(command, state, policy);
    case 'ConfirmClosure':
      return confirmClosure(command, state, policy);
    case 'Undo':
      return undo(command, state, policy);
    case 'FileAppeal':
      return fileAppeal(command, state, policy);
    case 'DecideAppeal':
      return decideAppeal(command, state);
  }
}

export const caseDecider = (policy: CasePolicy): Decider<CaseState, CaseCommand, CaseEvent> => ({
  initialState,
  evolve,
  decide: (command, state) => decide(command, state, policy),
});
