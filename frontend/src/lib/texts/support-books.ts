import { plural } from '../language/language';

export const supportBooksTexts = {
  trialLead: 'What every account gave and received. If the sum is 0, every token is accounted for.',
  trialCaption: 'Debits and credits of every account',
  trialFailed: 'The trial balance could not be loaded.',
  trialEmpty: 'Nothing was booked by then',
  trialEmptyText: 'Choose a later day, or look at today.',
  asOf: 'At the end of',
  today: 'Now',
  debits: 'Debits',
  credits: 'Credits',
  sumZero: 'Sum 0. Every token is accounted for.',
  sumOff: (sum: string) => `Sum ${sum}. The books do not balance: run the reconciliation now.`,
  emptyEscrows: (count: number) =>
    plural(count, { one: '# escrow that holds nothing', other: '# escrows that hold nothing' }),
  emptyEscrowsCaption: 'Escrows with a balance of 0, part of the sums above',
  accountsCount: (count: number) => plural(count, { one: '# account', other: '# accounts' }),

  reconciliationLead: 'Checks that the ledger agrees with itself, the assessments and the payments.',
  reconciliationCaption: 'Verdict of each check',
  runNow: 'Run now',
  running: 'Checking...',
  runningFor: (seconds: number) =>
    seconds < 3
      ? 'The checks are running.'
      : `The checks have been running for ${seconds} seconds. They read every entry.`,
  healed: (count: number) => `${plural(count, { one: '# fault was', other: '# faults were' })} put right by this run.`,
  runbookFor: (anchor: string) => `For who runs the system: docs/runbooks/ledger-not-reconciled.md, ${anchor}`,
  means: 'What it means:',
  doFirst: 'What to do first:',
  deadLetters: 'Open the dead letters',
  /** Entries of the runbook by the anchors of its headings, for staff who have only the console. */
  runbook: {
    'postings-sum-to-zero': {
      means: 'A transfer takes more or less than it gives. The system cannot write that: a row was changed by hand.',
      first: 'Note the transfers named here, correct nothing, and contact the database administrator.',
    },
    'balances-equal-events': {
      means: 'An account shows another balance than its entries add up to.',
      first: 'Give and take nothing on the accounts named here. Verify the chain below and pass on what it says.',
    },
    'snapshots-equal-postings': {
      means: 'A stored total does not match the entries: the trial balance and the totals of an account may be wrong.',
      first: 'Trust the entries, not the totals. Contact the database administrator: the totals can be rebuilt.',
    },
    'no-hold-over-time': {
      means: 'Tokens are on hold for longer than 15 minutes: the job that releases them has stopped or is behind.',
      first: 'Run the checks again; each run releases some. If the fault stays, have the worker restarted.',
    },
    'purchases-credited-once': {
      means: 'Somebody paid and has no tokens, or has tokens that nobody paid for.',
      first:
        'Look the payment up at the payment provider. Paid: have the provider send its notification again. Not paid: correct the transfer named here.',
    },
    'followers-level': {
      means: 'A part of the system is behind with what happened. Pages may show old figures; nothing is lost.',
      first: 'Wait a minute and run the checks again. If the fault stays, a part has to be restarted.',
    },
    'nothing-given-up': {
      means: 'Something failed so often that it became a dead letter. Nothing is lost.',
      first: 'Have the cause fixed, then replay it. A replay never counts twice.',
    },
    'chain-whole': {
      means: 'What the ledger has recorded was altered, removed or moved in the database afterwards.',
      first:
        'Treat this as a security incident: change nothing, note the link named here, and contact the database administrator at once.',
    },
    'escrows-equal-open-assessors': {
      means: 'An assessment holds more or less than 5 tokens for each assessor to come.',
      first:
        'Look at the two checks on ratings and refunds first: their faults show here too. If they agree, look for a dead letter and replay it.',
    },
    'ratings-consumed-and-rewarded': {
      means: 'A rating was not paid for or not rewarded, or twice.',
      first: 'Run the checks again: what is missing is booked by then. Anything booked twice needs a correction.',
    },
    'ended-assessments-refunded-once': {
      means:
        'An assessment ended without its refund, or with a wrong or a second one, or a reset first assessment gave back a wrong amount.',
      first: 'Run the checks again: what is missing is booked by then. Anything booked twice needs a correction.',
    },
  },
  runsTitle: 'Earlier runs',
  runsCaption: 'Runs that were kept, newest first',
  faults: 'Faults',
  took: 'Took',
  milliseconds: (milliseconds: string) => `${milliseconds} ms`,
  neverRun: 'Not run yet',
  neverRunText: 'The checks read the books and change nothing. They take a few seconds. Run them now.',
  runFailed: 'The checks did not finish. The books are as they were; try again in a minute.',
  allGood: (when: string) => `Everything agrees, ${when}.`,
  faultsFound: (count: number, when: string) =>
    `${plural(count, { one: '# check finds a fault', other: '# checks find faults' })}, ${when}.`,
  check: 'Check',
  verdict: 'Verdict',
  passed: 'Agrees',
  failed: 'Fault',
  finding: 'What was found',
  checks: {
    'postings-sum-to-zero': 'Every transfer adds up to 0',
    'balances-equal-events': 'Balances match the events',
    'snapshots-equal-postings': 'Stored totals match the entries',
    'no-hold-over-time': 'No hold is older than its limit',
    'purchases-credited-once': 'Every paid purchase is credited once',
    'followers-level': 'Projections are up to date',
    'nothing-given-up': 'No dead letters',
    'chain-whole': 'The chain of events is whole',
    'escrows-equal-open-assessors': 'Escrows hold 5 tokens for each open assessor',
    'ratings-consumed-and-rewarded': 'Every rating is paid for and rewarded',
    'ended-assessments-refunded-once': 'Every ended assessment is refunded once',
  },
  chainTitle: 'Chain of events',
  chainLead: 'Recomputes the seal of every event: one altered, removed, inserted or reordered row breaks it.',
  verify: 'Verify the chain',
  verifying: 'Verifying...',
  verifyFailed: 'The chain was not verified to its end. Try again in a minute.',
  chainWhole: (events: string) => `Whole: ${events} events are as they were written.`,
  chainBroken: (number: string, fault: string) => `Broken at link ${number}: the event was ${fault}.`,
  chainHead: 'Head of the chain',
  head: 'head',
};
