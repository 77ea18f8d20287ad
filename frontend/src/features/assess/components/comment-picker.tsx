import type { AssessedPhoto, Catalogue } from '@candid/contracts';
import { useMemo, useState } from 'react';
import { mayPick, type Picks, pick, pickOf, unpick } from '../../../lib/comments/picking';
import { assessTexts } from '../../../lib/texts/assess';
import { Button } from '../../../ui/button/button';
import { Photo } from '../../../ui/photo/photo';
import { Sheet } from '../../../ui/sheet/sheet';
import { Tabs } from '../../../ui/tabs/tabs';
import { offeredSections } from '../hooks/offered-phrases';
import styles from './comment-picker.module.css';
import { PhraseRow } from './phrase-row';
import { PickedComments } from './picked-comments';

interface CommentPickerProps {
  open: boolean;
  photo: AssessedPhoto;
  position: number;
  catalogue: Catalogue;
  picks: Picks;
  picksMax: number;
  onChange: (picks: Picks) => void;
  onClose: () => void;
}

/** Up to three comments on one photo, from the phrases its owner asks for. */
export function CommentPicker({
  open,
  photo,
  position,
  catalogue,
  picks,
  picksMax,
  onChange,
  onClose,
}: CommentPickerProps) {
  const sections = useMemo(() => offeredSections(catalogue, photo), [catalogue, photo]);
  const [tab, setTab] = useState(String(sections[0]?.id ?? ''));
  const phrases = sections.flatMap(({ quality }) => quality.map(({ phrase }) => phrase));
  const full = picks.length >= picksMax;
  return (
    <Sheet
      open={open}
      height="tall"
      wide
      onClose={onClose}
      title={assessTexts.commentsOf(position)}
      description={assessTexts.pickerHint}
      footer={
        <div className={styles.foot}>
          <p className={styles.count} role="status">
            <strong>{assessTexts.commentCount(picks.length, picksMax)}</strong>
            {full && <span>{assessTexts.pickerFull}</span>}
          </p>
          <Button variant="primary" onClick={onClose}>
            {assessTexts.done}
          </Button>
        </div>
      }
    >
      <div className={styles.layout}>
        <div className={styles.aside}>
          <div className={styles.picture}>
            <Photo source={photo} alt="" sizes="(min-width: 900px) 360px, 80px" corners="small" />
          </div>
          <PickedComments
            picks={picks}
            catalogue={catalogue}
            onRemove={(phraseId) => onChange(unpick(picks, phraseId, phrases))}
          />
        </div>
        <div className={styles.choice}>
          <Tabs
            label={assessTexts.sections}
            value={tab}
            onChange={setTab}
            tabs={sections.map(({ id, section, quality }) => ({
              value: String(id),
              label: withMark(section, picks.filter(([sectionId]) => sectionId === id).length),
              content: (
                <ul className={styles.phrases}>
                  {quality.map(({ phrase, range }) => (
                    <li key={phrase.phraseId}>
                      <PhraseRow
                        phrase={phrase}
                        range={range}
                        picked={pickOf(picks, phrase.phraseId)?.[2] ?? null}
                        open={mayPick(picks, phrase, picksMax)}
                        parent={phrases.find(({ phraseId }) => phraseId === phrase.parentPhraseId)}
                        onPick={(score) => onChange(pick(picks, id, phrase, score, picksMax))}
                        onUndo={() => onChange(unpick(picks, phrase.phraseId, phrases))}
                      />
                    </li>
                  ))}
                </ul>
              ),
            }))}
          />
        </div>
      </div>
    </Sheet>
  );
}

function withMark(section: string, count: number): string {
  return count > 0 ? `${section} · ${count}` : section;
}
