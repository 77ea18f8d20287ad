import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/button/button';
import { Select } from '../../ui/select/select';
import { AdviceList } from './advice';
import { CommentRow } from './comment-row';
import type { Comment, CommentCatalogue, GroupReading } from './comments';
import { type PanelPhrase, panelPhrases, panelSections } from './panel';

export interface CommentPanelLabels {
  readonly filter: string;
  readonly all: string;
  readonly withCount: (section: string, count: number) => string;
  readonly none: string;
  readonly noneFor: (section: string) => string;
  readonly request: string;
  readonly requestPhrase: (phrase: string) => string;
  readonly requestSection: (section: string) => string;
  readonly scored: (score: number) => string;
  readonly said: (said: Pick<GroupReading, 'times' | 'of' | 'opinionsDiffer'>) => string;
}

interface CommentPanelProps {
  comments: readonly Comment[];
  catalogue: CommentCatalogue;
  labels: CommentPanelLabels;
  /** True if the comments belong to a low score. */
  isLow?: boolean;
  /** True for comments on a set of photos, which allow no request for a whole section. */
  general?: boolean;
  /** Asks for more comments on these phrases; undefined while no request is possible. */
  onRequest?: (phraseIds: readonly number[]) => void;
  /** Shown under the list while all sections are visible. */
  children?: ReactNode;
}

const everySection = 'all';

/** Comments of all sections or of one, by phrase: strengths, then suggestions. */
export function CommentPanel({
  comments,
  catalogue,
  labels,
  isLow = false,
  general,
  onRequest,
  children,
}: CommentPanelProps) {
  const [filter, setFilter] = useState(everySection);
  const sections = panelSections(comments, catalogue);
  const section = sections.find(({ id }) => String(id) === filter);
  const phrases = panelPhrases(comments, catalogue, section?.id);
  const options = [
    { value: everySection, label: labels.withCount(labels.all, comments.length) },
    ...sections.map(({ id, name, count }) => ({ value: String(id), label: labels.withCount(name, count) })),
  ];
  return (
    <div className="grid min-w-0 gap-4">
      <Select label={labels.filter} options={options} value={filter} onChange={setFilter} />
      <p role="status" className={phrases.length === 0 ? 'py-2 text-ink-soft' : 'sr-only'}>
        {phrases.length === 0 && (section ? labels.noneFor(section.name) : labels.none)}
      </p>
      {phrases.length > 0 && (
        <AdviceList comments={phrases} isLow={isLow}>
          {(phrase) => <PanelRow phrase={phrase} labels={labels} onRequest={onRequest} />}
        </AdviceList>
      )}
      {section && onRequest && !general && (
        <Button block onClick={() => onRequest(section.phraseIds)}>
          {labels.requestSection(section.name)}
        </Button>
      )}
      {!section && children}
    </div>
  );
}

interface PanelRowProps extends Pick<CommentPanelProps, 'labels' | 'onRequest'> {
  phrase: PanelPhrase;
}

function PanelRow({ phrase: said, labels, onRequest }: PanelRowProps) {
  const { phraseId, phrase, isScale, reading } = said;
  const times = labels.said(said);
  return (
    <CommentRow
      title={phrase}
      reading={reading}
      note={isScale && !said.opinionsDiffer ? `${labels.scored(reading.score)}, ${times}` : times}
      action={
        onRequest && (
          <Button
            size="s"
            variant="quiet"
            className="-mr-4 flex-none"
            aria-label={labels.requestPhrase(phrase)}
            onClick={() => onRequest([phraseId])}
          >
            {labels.request}
          </Button>
        )
      }
    />
  );
}
