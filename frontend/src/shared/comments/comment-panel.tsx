import type { Catalogue, CommentTriple } from '@candid/contracts';
import { type ReactNode, useState } from 'react';
import { commentsTexts as texts } from '../../lib/texts/comments';
import { Button } from '../../ui/button/button';
import { Select } from '../../ui/select/select';
import { AdviceList } from './advice';
import { CommentRow } from './comment-row';
import { type PanelPhrase, panelPhrases, panelSections } from './comments';

interface CommentPanelProps {
  comments: readonly CommentTriple[];
  catalogue: Catalogue;
  isLow?: boolean;
  /** True for comments on a set of photos, for which a whole section cannot be requested. */
  general?: boolean;
  onRequest?: (phraseIds: readonly number[]) => void;
  children?: ReactNode;
}

const everySection = 'all';

export function CommentPanel({ comments, catalogue, isLow = false, general, onRequest, children }: CommentPanelProps) {
  const [filter, setFilter] = useState(everySection);
  const sections = panelSections(comments, catalogue);
  const section = sections.find(({ id }) => String(id) === filter);
  const phrases = panelPhrases(comments, catalogue, section?.id);
  const options = [
    { value: everySection, label: texts.withCount(texts.all, comments.length) },
    ...sections.map(({ id, name, count }) => ({ value: String(id), label: texts.withCount(name, count) })),
  ];
  return (
    <div className="grid min-w-0 gap-4">
      <Select label={texts.filter} options={options} value={filter} onChange={setFilter} />
      <p role="status" className={phrases.length === 0 ? 'py-2 text-ink-soft' : 'sr-only'}>
        {phrases.length === 0 && (section ? texts.noneFor(section.name) : texts.none)}
      </p>
      {phrases.length > 0 && (
        <AdviceList comments={phrases} isLow={isLow}>
          {(phrase) => <PanelRow phrase={phrase} onRequest={onRequest} />}
        </AdviceList>
      )}
      {section && onRequest && !general && (
        <Button block onClick={() => onRequest(section.phraseIds)}>
          {texts.requestSection(section.name)}
        </Button>
      )}
      {!section && children}
    </div>
  );
}

function PanelRow({ phrase: said, onRequest }: Pick<CommentPanelProps, 'onRequest'> & { phrase: PanelPhrase }) {
  const { phraseId, phrase, isScale, reading } = said;
  const times = texts.said(said);
  return (
    <CommentRow
      title={phrase}
      reading={reading}
      note={isScale && !said.opinionsDiffer ? texts.onScale(times, reading.score) : times}
      action={
        onRequest && (
          <Button
            size="s"
            variant="quiet"
            className="-mr-4 flex-none"
            aria-label={texts.requestPhrase(phrase)}
            onClick={() => onRequest([phraseId])}
          >
            {texts.request}
          </Button>
        )
      }
    />
  );
}
