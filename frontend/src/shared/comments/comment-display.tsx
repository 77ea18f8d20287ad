import { AdviceList } from './advice';
import { CommentRow, CommentRowSkeleton } from './comment-row';
import {
  averageScore,
  type Comment,
  type CommentCatalogue,
  findPhrase,
  type GroupReading,
  generalList,
  readComment,
  topComment,
} from './comments';
import { shortList } from './panel';

const topClass =
  '[display:-webkit-box] overflow-hidden text-13 leading-[1.35] wrap-anywhere text-ink-soft [-webkit-box-orient:vertical] [-webkit-line-clamp:6] [&_strong]:font-bold [&_strong]:text-ink';

interface CommentDisplayLabels {
  readonly noneAvailable: string;
  readonly said: (said: Pick<GroupReading, 'times' | 'of' | 'opinionsDiffer'>) => string;
}

type CommentDisplayProps = { catalogue: CommentCatalogue | undefined } & (
  | { mode: 'entry'; entry: Comment }
  | { mode: 'general'; comments: readonly Comment[]; sectionId?: number; isLow?: boolean; labels: CommentDisplayLabels }
  | { mode?: 'top'; comments: readonly Comment[]; sectionId?: number }
);

/** Comments in a small space: those of one entry, a short list, or by default the most significant one. */
export function CommentDisplay(props: CommentDisplayProps) {
  const { catalogue } = props;
  if (!catalogue) return <Awaited {...props} />;
  if (props.mode === 'entry') return <Entry catalogue={catalogue} entry={props.entry} />;
  if (props.mode === 'general') return <GeneralList {...props} catalogue={catalogue} />;
  return <Top {...props} catalogue={catalogue} />;
}

/** Keeps the room of the comments until the catalogue has loaded. */
function Awaited(props: CommentDisplayProps) {
  if (props.mode === 'entry') return <CommentRowSkeleton />;
  if (props.mode !== 'general') {
    return topComment(props.comments, props.sectionId) && <p className={topClass}>{'\u00a0'}</p>;
  }
  const expected = generalList(props.comments, props.sectionId);
  if (expected.length === 0) return <p className="text-14 text-ink-soft">{props.labels.noneAvailable}</p>;
  return (
    <div className="grid gap-4">
      {expected.map((group) => (
        <CommentRowSkeleton key={group.phraseId} />
      ))}
    </div>
  );
}

function Entry({ catalogue, entry: [sectionId, phraseId, score] }: { catalogue: CommentCatalogue; entry: Comment }) {
  const phrase = findPhrase(catalogue, sectionId, phraseId);
  return phrase ? <CommentRow title={phrase.phrase} reading={readComment(phrase, score)} /> : null;
}

interface CommentsProps {
  catalogue: CommentCatalogue;
  comments: readonly Comment[];
  sectionId?: number;
}

interface GeneralListProps extends CommentsProps {
  isLow?: boolean;
  labels: CommentDisplayLabels;
}

function GeneralList({ catalogue, comments, sectionId, isLow = false, labels }: GeneralListProps) {
  const shown = shortList(comments, catalogue, sectionId);
  if (shown.length === 0) return <p className="text-14 text-ink-soft">{labels.noneAvailable}</p>;
  return (
    <AdviceList comments={shown} isLow={isLow}>
      {(said) => <CommentRow title={said.phrase} reading={said.reading} note={labels.said(said)} />}
    </AdviceList>
  );
}

function Top({ catalogue, comments, sectionId }: CommentsProps) {
  const top = topComment(comments, sectionId);
  const phrase = top && findPhrase(catalogue, top.sectionId, top.phraseId);
  if (!phrase) return null;
  return (
    <p className={topClass}>
      {phrase.isScale && <strong>{phrase.phrase}</strong>} {readComment(phrase, averageScore(top)).label}
    </p>
  );
}
