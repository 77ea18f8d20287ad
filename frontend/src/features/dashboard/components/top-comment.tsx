import type { Catalogue, CommentTriple } from '@candid/contracts';
import { findPhrase, rankComments, readComment } from '../../../lib/comments/comments';
import styles from './photo-grid.module.css';

interface TopCommentProps {
  comments: readonly CommentTriple[];
  catalogue: Catalogue | undefined;
  sectionId: number | undefined;
}

/** The one comment that says most about a photo. */
export function TopComment({ comments, catalogue, sectionId }: TopCommentProps) {
  const top = rankComments(comments, sectionId)[0];
  const phrase = top && catalogue && findPhrase(catalogue, top.sectionId, top.phraseId);
  if (!phrase) return null;
  const { label } = readComment(phrase, Math.round(top.average));
  return (
    <p className={styles.caption}>
      {phrase.isScale && <strong>{phrase.phrase}</strong>} {label}
    </p>
  );
}
