import {
  assessmentsRoutes,
  type Catalogue,
  type CommentAssociation,
  type CommentAssociations,
} from '@candid/contracts';
import { TrendingDown, TrendingUp } from 'lucide-react';
import { useId } from 'react';
import { useRead } from '../../../lib/query/use-read';
import { useUserId } from '../../../lib/session/use-session';
import { whatToChangeTexts as texts } from '../../../lib/texts/what-to-change';
import { type CommentReading, findPhrase, readComment } from '../../../shared/comments/comments';
import { Disclosure } from '../../../ui/disclosure/disclosure';
import { LoadProblem } from '../../../ui/notice/load-problem';
import { Sign } from '../../../ui/sign/sign';
import { Skeleton } from '../../../ui/skeleton/skeleton';
import styles from './what-to-change.module.css';

/** Height of one sentence with its advice and the line to tap. */
const panelPx = 150;

/** Shows which comments go with higher or lower scores, over all photos of the owner. */
export function WhatToChange({ catalogue }: { catalogue: Catalogue | undefined }) {
  const asked = { params: { userId: useUserId() } };
  const { data, isLoadingError, refetch } = useRead(assessmentsRoutes.getCommentAssociations, asked);
  const titleId = useId();
  return (
    <section className={styles.panel} aria-labelledby={titleId}>
      <div className={styles.head}>
        <h2 id={titleId} className={styles.title}>
          {texts.title}
        </h2>
        <p className={styles.soft}>{texts.lead}</p>
      </div>
      {isLoadingError ? (
        <LoadProblem text={texts.failed} onRetry={() => refetch()} />
      ) : !data || !catalogue ? (
        <Skeleton height={panelPx} />
      ) : data.statements.length > 0 ? (
        <Statements found={data} catalogue={catalogue} />
      ) : (
        <Missing found={data} />
      )}
    </section>
  );
}

interface Said extends CommentAssociation {
  readonly name: string;
  readonly reading: CommentReading;
}

/** Returns nothing for a phrase that the catalogue no longer contains. */
function saidOf(statement: CommentAssociation, catalogue: Catalogue): Said[] {
  const phrase = findPhrase(catalogue, statement.sectionId, statement.phraseId);
  if (!phrase) return [];
  const reading = readComment(phrase, statement.side === 'low' ? 1 : 20);
  return [{ ...statement, reading, name: texts.comment(phrase.phrase, phrase.isScale ? reading.label : null) }];
}

function Statements({ found, catalogue }: { found: CommentAssociations; catalogue: Catalogue }) {
  const statements = found.statements.flatMap((statement) => saidOf(statement, catalogue));
  return (
    <div>
      <ul className={styles.statements}>
        {statements.map((said) => (
          <li key={said.phraseId} className={styles.statement}>
            <Sign icon={said.effect > 0 ? TrendingUp : TrendingDown} isGood={said.effect > 0} />
            <div className={styles.words}>
              <p className={styles.sentence}>{texts.statement(said.name, said)}</p>
              {/* Advice only where it points the same way as the ratings. */}
              {(said.reading.tone === 'praise') === said.effect > 0 && (
                <p className={styles.advice}>{said.reading.text}</p>
              )}
            </div>
          </li>
        ))}
      </ul>
      <Disclosure title={texts.numbers}>
        <Numbers statements={statements} found={found} />
      </Disclosure>
    </div>
  );
}

function Numbers({ statements, found }: { statements: readonly Said[]; found: CommentAssociations }) {
  const { columns, method } = texts;
  return (
    <div className={styles.numbers}>
      <table className={styles.table}>
        <caption className="visually-hidden">{texts.table}</caption>
        <thead>
          <tr>
            {[columns.comment, columns.points, columns.with, columns.without, columns.photos].map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {statements.map((said) => (
            <tr key={said.phraseId}>
              <th scope="row">{said.name}</th>
              <td data-label={columns.points}>
                <strong>{texts.points(said.effect)}</strong>{' '}
                <span className={styles.interval}>{texts.interval(said)}</span>
              </td>
              <td data-label={columns.with}>{said.with}</td>
              <td data-label={columns.without}>{said.without}</td>
              <td data-label={columns.photos}>{said.photos}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <ul className={styles.method}>
        <li>{texts.compared(found.ratings, found.photos)}</li>
        <li>{method.with}</li>
        <li>{method.corrected}</li>
        <li>{method.likely(found.compared)}</li>
        <li>{method.association}</li>
      </ul>
    </div>
  );
}

/** Explains what is missing for a statement. */
function Missing({ found }: { found: CommentAssociations }) {
  const [title, text] = missingIn(found);
  return (
    <div className={styles.missing}>
      <p className={styles.sentence}>{title}</p>
      <p className={styles.soft}>{text}</p>
    </div>
  );
}

function missingIn({ reason, ratings, photos, minimum, compared }: CommentAssociations): [title: string, text: string] {
  switch (reason) {
    case 'too-few-ratings':
      return [texts.tooFewRatings(minimum.ratings - ratings), texts.tooFewRatingsText(ratings, minimum.ratings)];
    case 'too-few-photos':
      return [texts.tooFewPhotos, texts.tooFewPhotosText];
    case 'too-few-comments':
      return [texts.tooFewComments, texts.tooFewCommentsText];
    default:
      return [texts.nothingClear, texts.nothingClearText(compared, ratings, photos)];
  }
}
