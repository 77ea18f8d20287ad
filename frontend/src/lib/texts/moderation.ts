import type { GuidelineId } from '@candid/contracts';
import messages from '../../../texts/en/moderation.json' with { type: 'json' };
import { filled } from '../language/message';
import { ruleIds, ruleTexts } from './guidelines';

const { moderation, report } = messages;
const { age, likeness, findings, arrangedParts, historyOf } = moderation;

export const moderationTexts = {
  ...moderation,
  waitingCount: (waiting: number) => filled(moderation.waitingCount, { waiting }),
  matching: (waiting: number, all: number) => filled(moderation.matching, { waiting, all }),
  overdueCount: (overdue: number) => filled(moderation.overdueCount, { overdue }),
  severity: (severity: number) => filled(moderation.severity, { severity }),
  // The keys of JSON are strings; callers have numbers.
  severities: moderation.severities as Readonly<Record<1 | 2 | 3 | 4, string>>,
  earlier: (decisions: string) => filled(moderation.earlier, { decisions }),
  earlierDecision: (decision: string) => filled(moderation.earlierDecision, { decision }),
  earlierTimes: (decision: string, count: number) => filled(moderation.earlierTimes, { decision, count }),
  reports: (reports: number) => filled(moderation.reports, { reports }),
  nextDue: (due: string) => filled(moderation.nextDue, { due }),
  claimedByYou: (left: string) => filled(moderation.claimedByYou, { left }),
  claimedBy: (who: string, left: string) => filled(moderation.claimedBy, { who, left }),
  openedAgo: (time: string) => filled(moderation.openedAgo, { age: time }),

  age: {
    minutes: (count: number) => filled(age.minutes, { count }),
    hours: (count: number) => filled(age.hours, { count }),
    days: (count: number) => filled(age.days, { count }),
  },
  dueIn: (time: string) => filled(moderation.dueIn, { time }),
  late: (time: string) => filled(moderation.late, { time }),
  place: (index: number, count: number) => filled(moderation.place, { index, count }),
  blurredAlt: (photo: string) => filled(moderation.blurredAlt, { photo }),
  likeness: {
    removedBefore: (value: string) => filled(likeness.removedBefore, { likeness: value }),
    otherAccount: (value: string) => filled(likeness.otherAccount, { likeness: value }),
  },
  deletedOn: (day: string) => filled(moderation.deletedOn, { day }),
  reportsShown: (shown: number, count: number) => filled(moderation.reportsShown, { shown, count }),
  allReports: (count: number) => filled(moderation.allReports, { count }),
  findings: {
    ...findings,
    nudity: (score: string) => filled(findings.nudity, { score }),
    removedBefore: (value: string) => filled(findings.removedBefore, { likeness: value }),
    otherAccount: (value: string) => filled(findings.otherAccount, { likeness: value }),
  },
  arranged: (reporters: number) => filled(moderation.arranged, { reporters }),
  arrangedParts: {
    newAccounts: (count: number) => filled(arrangedParts.newAccounts, { count }),
    paused: (count: number) => filled(arrangedParts.paused, { count }),
    linked: (count: number) => filled(arrangedParts.linked, { count }),
  },

  historyOf: {
    ...historyOf,
    upheld: (upheld: number, decided: number) => filled(historyOf.upheld, { upheld, decided }),
    linked: (count: number) => filled(historyOf.linked, { count }),
  },
  openCases: (count: number) => filled(moderation.openCases, { count }),
  suspendedUntil: (until: string) => filled(moderation.suspendedUntil, { until }),

  ruleOf: (rule: GuidelineId) => filled(moderation.ruleOf, { rule: ruleTexts[rule].title }),
  rules: Object.fromEntries(ruleIds.map((id) => [id, ruleTexts[id].title])) as Readonly<Record<GuidelineId, string>>,
};

export const moderationReportTexts = {
  ...report,
  caption: (from: string, to: string) => filled(report.caption, { from, to }),
};
