import type { Photo } from '@candid/contracts';
import { useState } from 'react';
import { useCatalogue } from '../../../../lib/catalogue/use-catalogue';
import { countBySection, findPhrase, panelOrder, readComment } from '../../../../lib/comments/comments';
import { commentsTexts } from '../../../../lib/texts/comments';
import { Button } from '../../../../ui/button/button';
import { CommentRow } from '../../../../ui/comment/comment-row';
import { Notice } from '../../../../ui/notice/notice';
import { Select } from '../../../../ui/select/select';
import { Skeleton } from '../../../../ui/skeleton/skeleton';
import { Agreement } from './agreement';
import styles from './tabs.module.css';

interface CommentsTabProps {
  photo: Photo;
  /** Asks for more comments on these phrases; left out while new assessments are not open to this person. */
  onRequest?: (phraseIds: readonly number[]) => void;
}

/** What people said about a photo, phrase by phrase, the weightiest first. */
export function CommentsTab({ photo, onRequest }: CommentsTabProps) {
  const catalogueQuery = useCatalogue();
  const catalogue = catalogueQuery.data;
  const [filter, setFilter] = useState('all');
  if (catalogueQuery.isLoadingError) return <Notice tone="danger">{commentsTexts.failed}</Notice>;
  if (!catalogue) return <Skeleton height={180} />;
  const section = catalogue.find(({ id }) => String(id) === filter);
  const counts = countBySection(photo.comments);
  const groups = panelOrder(photo.comments, section?.id);
  const options = [
    { value: 'all', label: commentsTexts.withCount(commentsTexts.all, photo.comments.length) },
    ...catalogue.map(({ id, section: name }) => ({
      value: String(id),
      label: commentsTexts.withCount(name, counts.get(id) ?? 0),
    })),
  ];
  const mayRequest = onRequest && photo.section !== 'testing';
  return (
    <div className={styles.stack}>
      {photo.comments.length > 1 && <Agreement photoId={photo._id} catalogue={catalogue} />}
      <Select label={commentsTexts.filter} options={options} value={filter} onChange={setFilter} />
      {groups.length === 0 && (
        <p className={styles.quiet}>{section ? commentsTexts.noneFor(section.section) : commentsTexts.none}</p>
      )}
      <ul className={styles.comments}>
        {groups.map((group) => {
          const phrase = findPhrase(catalogue, group.sectionId, group.phraseId);
          if (!phrase) return null;
          const reading = readComment(phrase, Math.round(group.average));
          const note = phrase.isScale
            ? `${commentsTexts.scored(reading.score)}, ${commentsTexts.given(group.scores.length)}`
            : commentsTexts.given(group.scores.length);
          return (
            <li key={group.phraseId}>
              <CommentRow
                title={phrase.phrase}
                reading={reading}
                note={note}
                action={
                  mayRequest && (
                    <Button
                      size="s"
                      variant="quiet"
                      aria-label={commentsTexts.requestPhrase(phrase.phrase)}
                      onClick={() => onRequest([phrase.phraseId])}
                    >
                      {commentsTexts.request}
                    </Button>
                  )
                }
              />
            </li>
          );
        })}
      </ul>
      {section && mayRequest && (
        <Button block onClick={() => onRequest(section.quality.map(({ phraseId }) => phraseId))}>
          {commentsTexts.requestSection(section.section)}
        </Button>
      )}
    </div>
  );
}
