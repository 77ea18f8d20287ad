import { supportAccountRoutes } from '@candid/contracts';
import { Link } from 'react-router-dom';
import type { Answer } from '../../../lib/api/call';
import { whole } from '../../../lib/language/language';
import { useRead } from '../../../lib/query/use-read';
import { supportTexts } from '../../../lib/texts/support';
import { supportAccountTexts, supportActivityTexts } from '../../../lib/texts/support-account';
import { useCurrentUser } from '../../../lib/user/current-user';
import { type Column, DataTable, figure } from '../../../shared/console/data-table';
import { Failure, linesClass, Section } from '../../../shared/console/section';
import { Moment, Pill } from '../../../shared/console/values';
import { Notice } from '../../../ui/notice/notice';
import { FoundLink } from './values';

type Activity = Answer<typeof supportAccountRoutes.getAccountActivity>;
type Running = Activity['profiles'][number] & { what: string; id?: string };

const running = ({ assessments, profiles }: Activity): Running[] => [
  ...assessments.map((row) => ({
    ...row,
    what: supportActivityTexts.photos(row.photos),
    id: row.photoAssessmentId,
  })),
  ...profiles.map((row) => ({ ...row, what: supportActivityTexts.profile })),
];

const runningColumns: readonly Column<Running>[] = [
  {
    name: supportAccountTexts.assessment,
    cell: ({ what, id }) => (
      <span className={linesClass}>
        {what}
        {id && <FoundLink id={id} isShort />}
      </span>
    ),
  },
  figure(supportActivityTexts.ratings, ({ ratings, limit }) => supportActivityTexts.ratingsOf(ratings, limit)),
  { name: supportTexts.since, cell: ({ since }) => <Moment at={since} /> },
  {
    name: supportTexts.status,
    cell: ({ isHeld }) => (
      <Pill tone={isHeld ? 'bad' : 'plain'}>{isHeld ? supportActivityTexts.paused : supportActivityTexts.running}</Pill>
    ),
  },
];

const mailColumns: readonly Column<Activity['mails'][number]>[] = [
  { name: supportTexts.steps.mail, cell: ({ kind }) => supportActivityTexts.mails[kind] ?? kind },
  { name: supportTexts.when, cell: ({ at }) => <Moment at={at} /> },
  {
    name: supportTexts.status,
    cell: ({ state }) => (
      <Pill tone={state === 'failed' ? 'bad' : 'plain'}>{supportActivityTexts.mailStates[state]}</Pill>
    ),
  },
];

const sessionColumns: readonly Column<Activity['sessions'][number]>[] = [
  {
    name: supportActivityTexts.device,
    cell: ({ device }) => (device === null ? supportActivityTexts.unknown : supportActivityTexts.deviceOf(device)),
  },
  { name: supportActivityTexts.network, cell: ({ network }) => network ?? supportActivityTexts.unknown },
  { name: supportTexts.since, cell: ({ startedAt }) => <Moment at={startedAt} /> },
  { name: supportActivityTexts.lastUsed, cell: ({ lastUsedAt }) => <Moment at={lastUsedAt} /> },
];

type Case = Activity['cases'][number];

const caseColumns = (opens: boolean): readonly Column<Case>[] => [
  {
    name: supportActivityTexts.about,
    cell: ({ caseId, kind }) => {
      const words = supportActivityTexts.kinds[kind];
      return opens ? <Link to={`/support/moderation/${caseId}`}>{words}</Link> : words;
    },
  },
  { name: supportActivityTexts.opened, cell: ({ openedAt }) => <Moment at={openedAt} /> },
  {
    name: supportTexts.status,
    cell: ({ status, isHeld }) => (
      <span className={linesClass}>
        {supportActivityTexts.caseStates[status]}
        <span>{isHeld && <Pill tone="bad">{supportActivityTexts.held}</Pill>}</span>
      </span>
    ),
  },
];

const useActivity = (userId: string) => useRead(supportAccountRoutes.getAccountActivity, { params: { userId } });

/** Clears the header of the console and the line that says whose account it is, which both stay at the top. */
const targetClass = 'scroll-mt-40';

/** Counts what `AccountActivity` shows, and leads to its sections, which a long statement pushes out of sight. */
export function ActivityLinks({ userId }: { userId: string }) {
  const { data } = useActivity(userId);
  if (!data) return null;
  const { standing, cases, mails, sessions } = data;
  const { short } = supportActivityTexts;
  const parts = [
    { id: 'running', words: short.running, count: running(data).length },
    { id: 'cases', words: short.cases, count: cases.length },
    { id: 'mails', words: short.mails, count: mails.length },
    { id: 'sessions', words: short.sessions, count: sessions.length },
  ];
  return (
    <ul className="flex flex-wrap items-center gap-x-4 gap-y-1 [&_a]:inline-flex [&_a]:min-h-target-dense [&_a]:items-center [&_a]:whitespace-nowrap">
      {standing && standing.standing !== 'good' && (
        <li>
          <a href="#standing">
            <Pill tone="bad">{short.standings[standing.standing]}</Pill>
          </a>
        </li>
      )}
      {parts.map(({ id, words, count }) => (
        <li key={id}>
          <a href={`#${id}`}>{supportActivityTexts.counted(words, whole(count))}</a>
        </li>
      ))}
    </ul>
  );
}

/** Running assessments, cases, mails, sessions and standing of the account. */
export function AccountActivity({ userId }: { userId: string }) {
  const { data, error, refetch } = useActivity(userId);
  const opensCases = useCurrentUser().data?.roles.includes('moderator') ?? false;
  if (!data) return error ? <Failure error={error} text={supportActivityTexts.failed} retry={refetch} /> : null;
  const { standing, cases, mails, sessions } = data;
  return (
    <>
      {standing && standing.standing !== 'good' && (
        <div id="standing" className={`mb-6 ${targetClass}`}>
          <Notice tone="danger">
            <p>
              {supportActivityTexts.standings[standing.standing]}
              {standing.signal && ` ${supportActivityTexts.signals[standing.signal]}`} <Moment at={standing.since} />
            </p>
            {standing.appeal && <p>{supportActivityTexts.appeal(standing.appeal)}</p>}
          </Notice>
        </div>
      )}
      <Part id="running" title={supportActivityTexts.running} columns={runningColumns} rows={running(data)} />
      <Part id="cases" title={supportActivityTexts.cases} columns={caseColumns(opensCases)} rows={cases} />
      <Part id="mails" title={supportActivityTexts.mailsTitle} columns={mailColumns} rows={mails} />
      <Part id="sessions" title={supportActivityTexts.sessions} columns={sessionColumns} rows={sessions} />
    </>
  );
}

interface PartProps<Row> {
  /** Fragment of the address that leads to the part. */
  id: string;
  title: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
}

function Part<Row>({ id, title, columns, rows }: PartProps<Row>) {
  return (
    <div id={id} className={targetClass}>
      <Section title={title}>
        {rows.length === 0 ? (
          <p className="text-14 text-ink-soft">{supportActivityTexts.none}</p>
        ) : (
          <DataTable
            caption={supportActivityTexts.newest}
            columns={columns}
            rows={rows}
            // Rows have no ids, and two of them may be equal.
            rowKey={(row) => String(rows.indexOf(row))}
          />
        )}
      </Section>
    </div>
  );
}
