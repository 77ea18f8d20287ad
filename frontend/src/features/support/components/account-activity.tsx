import { supportAccountRoutes } from '@candid/contracts';
import { Link } from 'react-router-dom';
import type { Answer } from '../../../lib/api/call';
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
  { name: supportActivityTexts.device, cell: ({ device }) => device ?? supportActivityTexts.unknown },
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

/** Running assessments, cases, mails, sessions and standing of the account. */
export function AccountActivity({ userId }: { userId: string }) {
  const { data, error, refetch } = useRead(supportAccountRoutes.getAccountActivity, { params: { userId } });
  const opensCases = useCurrentUser().data?.roles.includes('moderator') ?? false;
  if (!data) return error ? <Failure error={error} text={supportActivityTexts.failed} retry={refetch} /> : null;
  const { standing, cases, mails, sessions } = data;
  return (
    <>
      {standing && standing.standing !== 'good' && (
        <div className="mb-6">
          <Notice tone="danger">
            <p>
              {supportActivityTexts.standings[standing.standing]}
              {standing.signal && ` ${supportActivityTexts.signals[standing.signal]}`} <Moment at={standing.since} />
            </p>
            {standing.appeal && <p>{supportActivityTexts.appeal(standing.appeal)}</p>}
          </Notice>
        </div>
      )}
      <div className="grid grid-cols-1 gap-x-8 min-[1300px]:grid-cols-2">
        <Part title={supportActivityTexts.running} columns={runningColumns} rows={running(data)} />
        <Part title={supportActivityTexts.cases} columns={caseColumns(opensCases)} rows={cases} />
        <Part title={supportActivityTexts.mailsTitle} columns={mailColumns} rows={mails} />
        <Part title={supportActivityTexts.sessions} columns={sessionColumns} rows={sessions} />
      </div>
    </>
  );
}

interface PartProps<Row> {
  title: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
}

function Part<Row>({ title, columns, rows }: PartProps<Row>) {
  return (
    <Section title={title}>
      {rows.length === 0 ? (
        <p className="text-14 text-ink-soft">{supportActivityTexts.none}</p>
      ) : (
        <DataTable
          caption={supportActivityTexts.newest}
          columns={columns}
          rows={rows}
          rowKey={(row) => JSON.stringify(row)}
        />
      )}
    </Section>
  );
}
