import { type Decider, DomainError } from '@candid/event-store';
import { type Answer, weightOf } from './reporters.js';

/** What became of one person's reports, on stream `reporter-<userId>`. */
export type ReporterEvent =
  | { type: 'ReportSent'; data: { reporterId: string; reportId: string; caseId: string; reportedAt: string } }
  /** The newest answer about a report replaces those before it. */
  | {
      type: 'ReportAnswered';
      data: { reporterId: string; reportId: string; caseId: string; isUpheld: boolean; answeredAt: string };
    }
  /** The decision was undone: the report waits again. */
  | { type: 'ReportAnswerWithdrawn'; data: { reporterId: string; reportId: string; caseId: string } }
  /** The account is deleted: nothing leads from reports to the person any more, and no weight is kept. */
  | { type: 'ReporterForgotten'; data: { reporterId: string; forgottenAt: string } };

export type ReporterCommand =
  | { type: 'Send'; reporterId: string; reportId: string; caseId: string; at: string }
  | { type: 'RecordAnswer'; reporterId: string; reportId: string; caseId: string; isUpheld: boolean; at: string }
  | { type: 'WithdrawAnswer'; reporterId: string; reportId: string; caseId: string }
  | { type: 'Forget'; reporterId: string; at: string };

export interface ReporterState {
  /** Times of the reports of the last 24 hours. */
  sentAt: readonly string[];
  hasReported: boolean;
  isForgotten: boolean;
  answers: Readonly<Record<string, Answer>>;
}

const DAY_MS = 24 * 3_600_000;

export const reporterStreamId = (userId: string): string => `reporter-${userId}`;

/** The weight of the person's next report. */
export const weightAt = ({ answers }: ReporterState, at: string): number =>
  weightOf(
    Object.values(answers).toSorted((a, b) => (a.at < b.at ? -1 : 1)),
    at,
  );

function decide(command: ReporterCommand, state: ReporterState, reportsPerDayMax: number): ReporterEvent[] {
  const { reporterId } = command;
  switch (command.type) {
    case 'Send': {
      const { reportId, caseId, at } = command;
      if (within(state.sentAt, at).length >= reportsPerDayMax) throw tooManyReports();
      return [{ type: 'ReportSent', data: { reporterId, reportId, caseId, reportedAt: at } }];
    }
    case 'RecordAnswer': {
      const { reportId, caseId, isUpheld, at } = command;
      if (state.isForgotten || state.answers[reportId]?.isUpheld === isUpheld) return [];
      return [{ type: 'ReportAnswered', data: { reporterId, reportId, caseId, isUpheld, answeredAt: at } }];
    }
    case 'WithdrawAnswer': {
      const { reportId, caseId } = command;
      if (!(reportId in state.answers)) return [];
      return [{ type: 'ReportAnswerWithdrawn', data: { reporterId, reportId, caseId } }];
    }
    case 'Forget':
      if (!state.hasReported || state.isForgotten) return [];
      return [{ type: 'ReporterForgotten', data: { reporterId, forgottenAt: command.at } }];
  }
}

function evolve(state: ReporterState, event: ReporterEvent): ReporterState {
  switch (event.type) {
    case 'ReportSent': {
      const { reportedAt } = event.data;
      return { ...state, hasReported: true, sentAt: [...within(state.sentAt, reportedAt), reportedAt] };
    }
    case 'ReportAnswered': {
      const { reportId, isUpheld, answeredAt: at } = event.data;
      return { ...state, answers: { ...state.answers, [reportId]: { isUpheld, at } } };
    }
    case 'ReportAnswerWithdrawn': {
      const { [event.data.reportId]: _withdrawn, ...answers } = state.answers;
      return { ...state, answers };
    }
    case 'ReporterForgotten':
      return { ...state, isForgotten: true, sentAt: [], answers: {} };
  }
}

const within = (times: readonly string[], at: string): string[] =>
  times.filter((time) => Date.parse(time) > Date.parse(at) - DAY_MS);

const tooManyReports = (): DomainError =>
  new DomainError('RATE_LIMITED', 'You have sent many reports today. Please go on tomorrow.');

export const reporterDecider = (policy: {
  readonly reportsPerDayMax: number;
}): Decider<ReporterState, ReporterCommand, ReporterEvent> => ({
  initialState: () => ({ sentAt: [], hasReported: false, isForgotten: false, answers: {} }),
  evolve,
  decide: (command, state) => decide(command, state, policy.reportsPerDayMax),
});
