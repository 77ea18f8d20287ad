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
import { whatToChangeTexts as texts } from '../../../lib/texts/photo-changes';
import { type CommentReading, findPhrase, readComment } from '../../../shared/comments/comments';
import { Disclosure } from '../../../ui/disclosure/disclosure';
import { Pending } from '../../../ui/notice/load-problem';
import { Sign } from '../../../ui/sign/sign';

const sentenceClass = 'leading-[1.4] font-medium';

/** Height of the warning, one statement with its advice, and the line that opens details. */
const panelPx = 250;

export function WhatToChange({ catalogue }: { catalogue: Catalogue | undefined }) {
  const asked = { params: { userId: useUserId() } };
  const associations = useRead(assessmentsRoutes.getCommentAssociations, asked);
  const { data } = associations;
  const titleId = useId();
  return (
    <section className="mt-10 grid gap-4 rounded-16 bg-surface px-4 pt-5 pb-3 wide:px-5" aria-labelledby={titleId}>
      <div className="grid content-start gap-1">
        <h2 id={titleId} className="text-20">
          {texts.title}
        </h2>
        <p className="text-14 text-ink-soft">{texts.lead}</p>
      </div>
      {!data || !catalogue ? (
        <Pending query={associations} problem={texts.failed} height={panelPx} />
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
      <p className="mb-4 leading-[1.4]">{texts.association}</p>
      <ul className="mb-2 grid gap-4">
        {statements.map((said) => (
          <li key={said.phraseId} className="flex items-start gap-3">
            <Sign icon={said.effect > 0 ? TrendingUp : TrendingDown} isGood={said.effect > 0} />
            <div className="grid min-w-0 grid-cols-1 gap-1 wrap-anywhere">
              <p className={sentenceClass}>{texts.statement(said.name, said)}</p>
              {/* Shows the advice only if its tone agrees with the effect on the ratings. */}
              {(said.reading.tone === 'praise') === said.effect > 0 && (
                <p className="text-14 leading-[1.45]">{said.reading.text}</p>
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
    <div className="@container mb-3 grid gap-4">
      <table className="w-full border-collapse text-14 tabular-nums [&_td]:border-b [&_td]:border-b-line [&_td]:py-2 [&_td]:pl-2 [&_td]:text-right [&_td]:align-top [&_th]:border-b [&_th]:border-b-line [&_th]:py-2 [&_th]:pr-0 [&_th]:pl-2 [&_th]:text-right [&_th]:align-top [&_th]:font-medium [&_td]:pr-0 [&_th:first-child]:pl-0 [&_th:first-child]:text-left [&_thead_th]:text-13 [&_thead_th]:text-ink-soft @max-[18rem]:[&_thead]:hidden @max-[18rem]:[&_tr]:block @max-[18rem]:[&_tbody_th]:block @max-[18rem]:[&_tbody_td]:flex @max-[18rem]:[&_tbody_td]:flex-wrap @max-[18rem]:[&_tbody_td]:justify-between @max-[18rem]:[&_tbody_td]:gap-x-2 @max-[18rem]:[&_tbody_td]:pl-0 @max-[18rem]:[&_tbody_td]:text-left @max-[18rem]:[&_tbody_td::before]:content-[attr(data-label)]">
        <caption className="sr-only">{texts.table}</caption>
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
                <span className="block text-13 whitespace-nowrap text-ink-soft @max-[18rem]:wrap-anywhere @max-[18rem]:whitespace-normal">
                  {texts.interval(said)}
                </span>
              </td>
              <td data-label={columns.with}>{said.with}</td>
              <td data-label={columns.without}>{said.without}</td>
              <td data-label={columns.photos}>{said.photos}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <ul className="grid list-disc gap-1 pl-4 text-14 text-ink-soft">
        <li>{texts.compared(found.ratings, found.photos)}</li>
        <li>{method.with}</li>
        <li>{method.corrected}</li>
        <li>{method.likely(found.compared)}</li>
      </ul>
    </div>
  );
}

function Missing({ found }: { found: CommentAssociations }) {
  const [title, text] = missingIn(found);
  return (
    <div className="grid content-start gap-1 pb-2">
      <p className={sentenceClass}>{title}</p>
      <p className="text-14 text-ink-soft">{text}</p>
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
