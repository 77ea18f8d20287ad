/** Read models of the moderation desk, of statements and of reports; they follow from the events. */
export const moderationTables = [
  `create table moderation_case (
    case_id uuid primary key,
    /** As the case's events leave it. */
    state jsonb not null,
    kind text not null check (kind in ('photo', 'assessor', 'notice')),
    status text not null check (status in ('open', 'awaiting-second', 'decided', 'appealed')),
    severity integer not null,
    subject_id uuid,
    opened_at timestamptz not null,
    due_at timestamptz not null,
    decided_at timestamptz
  )`,
  `create index moderation_case_waiting on moderation_case (severity, due_at, case_id) where status <> 'decided'`,
  `create index moderation_case_decided on moderation_case (decided_at, case_id) where decided_at is not null`,
  'create index moderation_case_subject on moderation_case (subject_id) where subject_id is not null',
  // What a person is told: of each hold and of each decision.
  `create table moderation_statement (
    statement_id uuid primary key,
    case_id uuid not null,
    subject_id uuid,
    photo_id uuid,
    /** A decision, or \`hold\`. */
    decision text not null,
    about jsonb not null,
    rule text,
    used_screening boolean not null,
    issued_at timestamptz not null,
    until timestamptz,
    undone_at timestamptz,
    /** Since when the case had waited, and by when it was to be decided; null of a hold. */
    opened_at timestamptz,
    due_at timestamptz,
    appealed_at timestamptz,
    appeal_granted boolean,
    appeal_answer_id uuid,
    appeal_decided_at timestamptz
  )`,
  'create index moderation_statement_subject on moderation_statement (subject_id, issued_at desc)',
  'create index moderation_statement_case on moderation_statement (case_id)',
  'create index moderation_statement_issued on moderation_statement (issued_at)',
  'create index moderation_statement_answer on moderation_statement (appeal_answer_id) where appeal_answer_id is not null',
  `create table moderation_report (
    report_id uuid primary key,
    case_id uuid not null,
    /** Null for a notice, and once the account is deleted. */
    reporter_id uuid,
    notice_id uuid,
    reason text not null,
    reported_at timestamptz not null,
    answered_by uuid,
    is_upheld boolean not null
  )`,
  'create index moderation_report_case on moderation_report (case_id)',
  'create index moderation_report_reporter on moderation_report (reporter_id, reported_at desc) where reporter_id is not null',
  'create index moderation_report_reported on moderation_report (reported_at)',
  `create table moderation_opening (
    case_id uuid not null,
    opened_at timestamptz not null,
    origin text not null,
    primary key (case_id, opened_at)
  )`,
  'create index moderation_opening_opened on moderation_opening (opened_at)',
];

/** What people wrote. Not in the events, so that it can be removed. */
export const moderationTextTable = [
  `create table moderation_text (
    text_id uuid primary key,
    case_id uuid not null,
    kind text not null check (kind in ('report', 'reasons', 'appeal')),
    /** Who wrote it, or whom a notice of ours concerns. */
    author_id uuid,
    text text not null,
    written_at timestamptz not null
  )`,
  'create index moderation_text_case on moderation_text (case_id)',
  'create index moderation_text_author on moderation_text (author_id) where author_id is not null',
  'create index moderation_text_written on moderation_text (written_at)',
];
