import type { Catalogue, CommentTriple } from '@candid/contracts';
import { commentsTexts } from '../../lib/texts/comments';
import { AdviceList } from './advice';
import { CommentRow, CommentRowSkeleton } from './comment-row';
import { findPhrase, generalList, readComment, readGroup, shortList, topComment } from './comments';

const topClass =
  '[display:-webkit-box] overflow-hidden text-13 leading-[1.35] wrap-anywhere text-ink-soft [-webkit-box-orient:vertical] [-webkit-line-clamp:6] [&_strong]:font-bold [&_strong]:text-ink';

interface Comments {
  comments: readonly CommentTriple[];
  sectionId?: number;
}

interface GeneralComments extends Comments {
  isLow?: boolean;
  none?: string;
}

type CommentDisplayProps = { catalogue: Catalogue | undefined } & (
  | { mode: 'entry'; entry: CommentTriple }
  | ({ mode: 'general' } & GeneralComments)
  | ({ mode?: 'top' } & Comments)
);

interface Known {
  catalogue: Catalogue;
}

/** Shows comments in a small space: one entry, a short list or, by default, only the most significant comment. */
export function CommentDisplay(props: CommentDisplayProps) {
  const { catalogue } = props;
  if (!catalogue) return <Awaited {...props} />;
  if (props.mode === 'entry') return <Entry catalogue={catalogue} entry={props.entry} />;
  if (props.mode === 'general') return <GeneralList {...props} catalogue={catalogue} />;
  return <Top {...props} catalogue={catalogue} />;
}

/** Reserves the space of the comments until the catalogue has loaded. */
function Awaited(props: CommentDisplayProps) {
  if (props.mode === 'entry') return <CommentRowSkeleton />;
  if (props.mode !== 'general') {
    return topComment(props.comments, props.sectionId) && <p className={topClass}>{'\u00a0'}</p>;
  }
  const expected = generalList(props.comments, props.sectionId);
  if (expected.length === 0) return <None text={props.none} />;
  return (
    <div className="grid gap-4">
      {expected.map((group) => (
        <CommentRowSkeleton key={group.phraseId} />
      ))}
    </div>
  );
}

function None({ text = commentsTexts.noneAvailable }: { text?: string }) {
  return <p className="text-14 text-ink-soft">{text}</p>;
}

function Entry({ catalogue, entry: [sectionId, phraseId, score] }: Known & { entry: CommentTriple }) {
  const phrase = findPhrase(catalogue, sectionId, phraseId);
  return phrase ? <CommentRow title={phrase.phrase} reading={readComment(phrase, score)} /> : null;
}

function GeneralList({ catalogue, comments, sectionId, isLow = false, none }: Known & GeneralComments) {
  const shown = shortList(comments, catalogue, sectionId);
  if (shown.length === 0) return <None text={none} />;
  return (
    <AdviceList comments={shown} isLow={isLow}>
      {(said) => <CommentRow title={said.phrase} reading={said.reading} note={commentsTexts.said(said)} />}
    </AdviceList>
  );
}

function Top({ catalogue, comments, sectionId }: Known & Comments) {
  const top = topComment(comments, sectionId);
  const phrase = top && findPhrase(catalogue, top.sectionId, top.phraseId);
  if (!phrase) return null;
  return (
    <p className={topClass}>
      {phrase.isScale && <strong>{phrase.phrase}</strong>} {readGroup(phrase, top).reading.label}
    </p>
  );
}
