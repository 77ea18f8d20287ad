import { belongsToStaff } from '@candid/contracts';
import { CircleAlert, Users } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { inSentence, longDayOf } from '../../../lib/language/language';
import { commentsTexts } from '../../../lib/texts/comments';
import { moderationTexts } from '../../../lib/texts/moderation';
import { moderationDecisionTexts } from '../../../lib/texts/moderation-decisions';
import { useCurrentUser } from '../../../lib/user/current-user';
import { findPhrase, readComment } from '../../../shared/comments/comments';
import { useCatalogue } from '../../../shared/comments/use-catalogue';
import { useKeys } from '../../../shared/console/keys';
import { Section } from '../../../shared/console/section';
import { Button } from '../../../ui/button/button';
import type { CaseReport, ShownCase, useMoreReports } from '../case';
import { historyText } from '../case-state';
import { allOf, caseAddress, queueAddress } from '../filter';
import { Aside, headClass, wordsClass } from './decisions';
import { findingText, Key, Mark, PersonId } from './marks';

const softClass = 'text-ink-soft in-[.case-sections-warning]:text-ink';
const entriesClass = 'rounded-12 border border-line bg-surface text-14';
const entryClass = 'grid gap-1 px-4 py-2 [&+&]:border-t [&+&]:border-t-line';
const badClass = 'flex items-center gap-1.5 font-medium text-danger [&_svg]:size-4';

/** Warns the moderator that the reports look coordinated. */
export function ArrangedWarning({ pattern }: Pick<ShownCase, 'pattern'>) {
  if (!pattern.looksArranged) return null;
  const parts = (['newAccounts', 'paused', 'linked'] as const)
    .filter((part) => pattern[part] > 0)
    .map((part) => moderationTexts.arrangedParts[part](pattern[part]));
  return (
    <div
      className="case-sections-warning flex gap-3 rounded-12 border border-danger bg-danger-soft px-4 py-3 text-14 [&>svg]:size-5 [&>svg]:flex-none [&>svg]:text-danger"
      role="note"
    >
      <Users aria-hidden="true" />
      <div>
        <p className="font-medium">{moderationTexts.arrangedTitle}</p>
        <p>{[moderationTexts.arranged(pattern.reporters), ...parts].join(', ')}</p>
        <p className={softClass}>{moderationTexts.arrangedText}</p>
      </div>
    </div>
  );
}

const shownAtFirst = 6;

interface ReportsProps {
  detail: readonly CaseReport[];
  /** Number of all reports of the case. */
  total: number;
  pages: Pick<ReturnType<typeof useMoreReports>, 'hasMore' | 'isLoadingMore' | 'hasFailed' | 'showMore'>;
  children?: ReactNode;
}

export function Reports({ detail, total, pages, children }: ReportsProps) {
  const [areAllShown, setAreAllShown] = useState(false);
  const shown = areAllShown ? detail : detail.slice(0, shownAtFirst);
  const isCut = shown.length < detail.length;
  const partText = shown.length < total ? moderationTexts.reportsShown(shown.length, total) : undefined;
  return (
    <Section title={moderationTexts.reportsTitle} text={total === 0 ? moderationTexts.noReportsText : partText}>
      {children}
      {detail.length > 0 && (
        <ol className={entriesClass}>
          {shown.map((report) => (
            <li key={report.reportId} className={entryClass}>
              <Report report={report} />
            </li>
          ))}
        </ol>
      )}
      {pages.hasFailed && (
        <p className={badClass} role="alert">
          {moderationTexts.reportsFailed}
        </p>
      )}
      {(isCut || pages.hasMore) && (
        <Button
          size="s"
          aria-busy={pages.isLoadingMore}
          onClick={() => (isCut ? setAreAllShown(true) : pages.showMore())}
        >
          {pages.hasMore ? moderationTexts.moreReports : moderationTexts.allReports(detail.length)}
        </Button>
      )}
    </Section>
  );
}

function Report({ report }: { report: CaseReport }) {
  const { reason, text, reportedAt, reporterId, history, isCounted, holdsAtOnce } = report;
  return (
    <>
      <EntryHead title={moderationTexts.reasons[reason]} at={reportedAt}>
        <Weight report={report} />
      </EntryHead>
      {text && <blockquote className={wordsClass}>{text}</blockquote>}
      {holdsAtOnce && reporterId && !isCounted && <p className={softClass}>{moderationTexts.holdsAtOnceOnly}</p>}
      <p className={softClass}>
        {reporterId ? <PersonId userId={reporterId} what={moderationTexts.reporterWord} /> : moderationTexts.byNotice}
        {history && <span className="before:content-['·_']">{historyText(history)}</span>}
      </p>
    </>
  );
}

function EntryHead({ title, at, children }: { title: string; at: string; children?: ReactNode }) {
  return (
    <div className={headClass}>
      <span className="font-medium">{title}</span>
      {children}
      <Aside at={at} />
    </div>
  );
}

function Weight({ report: { reporterId, isCounted, holdsAtOnce } }: { report: CaseReport }) {
  if (holdsAtOnce) return <Mark tone="bad">{moderationTexts.holdsAtOnce}</Mark>;
  if (!reporterId) return null;
  return (
    <Mark tone={isCounted ? 'good' : 'plain'}>{isCounted ? moderationTexts.counts : moderationTexts.countsNot}</Mark>
  );
}

export function Screening({ screening }: Pick<ShownCase, 'screening'>) {
  return (
    <Section
      title={moderationTexts.screeningTitle}
      text={screening.length === 0 ? moderationTexts.noScreening : moderationTexts.screeningNote}
    >
      {screening.length > 0 && (
        <ul className={entriesClass}>
          {screening.map((finding, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: findings have no id and never change
            <li key={index} className={entryClass}>
              <span className="font-medium">{findingText(finding)}</span>
              <span className={softClass}>{moderationTexts.findingNotes[finding.kind]}</span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

export function Ratings({ ratings }: Pick<ShownCase, 'ratings'>) {
  const { data: catalogue } = useCatalogue(ratings.length > 0);
  if (ratings.length === 0) return null;
  const wordsOf = ([sectionId, phraseId, score]: [number, number, number]) => {
    const phrase = catalogue && findPhrase(catalogue, sectionId, phraseId);
    if (!phrase) return moderationTexts.unknownComment;
    const { text, label } = readComment(phrase, score);
    return text || `${phrase.phrase}: ${label}`;
  };
  return (
    <Section title={moderationTexts.ratingsTitle}>
      <ul className={entriesClass}>
        {ratings.map(({ ratingId, photoId, score, comments, ratedAt }) => (
          <li key={`${ratingId} ${photoId}`} className={entryClass}>
            <EntryHead
              title={score === null ? moderationTexts.ratingNoScore : commentsTexts.scored(score)}
              at={ratedAt}
            />
            {comments.length === 0 ? (
              <p className={softClass}>{moderationTexts.ratingNoComments}</p>
            ) : (
              <ul className="list-disc pl-4">
                {comments.map((comment) => (
                  <li key={comment.join(' ')}>{wordsOf(comment)}</li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

export function Notices({ notices }: Pick<ShownCase, 'notices'>) {
  if (notices.length === 0) return null;
  return (
    <Section title={moderationTexts.noticesTitle}>
      <ul className={entriesClass}>
        {notices.map(({ noticeId, reason, location, text, receivedAt }) => (
          <li key={noticeId} className={entryClass}>
            <EntryHead title={moderationTexts.reasons[reason]} at={receivedAt} />
            <blockquote className={wordsClass}>{text}</blockquote>
            <p className="flex gap-2 text-ink-soft in-[.case-sections-warning]:text-ink [&>span]:wrap-anywhere [&>span]:text-ink">
              {moderationTexts.noticeWhere} <span>{location}</span>
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

export function Subject({ shown: { caseId, kind, subjectId, subject } }: { shown: ShownCase }) {
  const title = moderationTexts.subjectTitles[kind];
  const moderates = belongsToStaff('moderator', useCurrentUser().data?.roles ?? []);
  const all = moderates && subjectId !== null ? queueAddress(allOf(subjectId), caseId) : undefined;
  const navigate = useNavigate();
  useKeys(all === undefined ? {} : { a: () => navigate(all) });
  if (!subject || !subjectId) {
    return kind === 'notice' && <Section title={title} text={moderationTexts.noSubject} />;
  }
  const { decisions, openCases, suspendedUntil, isClosed } = subject;
  return (
    <Section title={title} actions={<PersonId userId={subjectId} />}>
      <div className="grid gap-1 text-14">
        {isClosed && (
          <p className={badClass}>
            <CircleAlert aria-hidden="true" /> {moderationTexts.closed}
          </p>
        )}
        {suspendedUntil && (
          <p className={badClass}>
            <CircleAlert aria-hidden="true" /> {moderationTexts.suspendedUntil(longDayOf(new Date(suspendedUntil)))}
          </p>
        )}
        {decisions.length === 0 && <p className={softClass}>{moderationTexts.cleanRecord}</p>}
        {decisions.length > 0 && (
          <ul className="grid gap-0.5 [&_a]:inline-flex [&_a]:min-h-target-dense [&_a]:items-center [&>li]:flex [&>li]:flex-wrap [&>li]:items-center [&>li]:gap-x-3 [&>li]:gap-y-0">
            {decisions.map(({ caseId, decision, rule, decidedAt }) => (
              <li key={`${caseId} ${decidedAt}`}>
                <Link to={caseAddress(allOf(subjectId), caseId)}>
                  {moderationTexts.earlierDecision(inSentence(moderationDecisionTexts.decisions[decision].decided))}
                </Link>
                {rule && <span className={softClass}>{moderationTexts.ruleOf(rule)}</span>}
                <Aside at={decidedAt} />
              </li>
            ))}
          </ul>
        )}
        {openCases > 0 && <p className={softClass}>{moderationTexts.openCases(openCases)}</p>}
        {all !== undefined && (
          <Link
            to={all}
            className="inline-flex min-h-target-dense items-center gap-2 justify-self-start"
            aria-keyshortcuts="a"
          >
            {moderationTexts.allCases}
            <Key name="A" />
          </Link>
        )}
      </div>
    </Section>
  );
}
