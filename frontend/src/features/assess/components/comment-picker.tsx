import type { AssessedPhoto, Catalogue } from '@candid/contracts';
import { useMemo, useState } from 'react';
import { mayPick, type Picks, pick, pickOf, unpick } from '../../../lib/comments/picking';
import { assessTexts } from '../../../lib/texts/assess';
import { Button } from '../../../ui/button/button';
import { Photo } from '../../../ui/photo/photo';
import { Sheet } from '../../../ui/sheet/sheet';
import { Tabs } from '../../../ui/tabs/tabs';
import styles from './comment-picker.module.css';
import { PhraseRow } from './phrase-row';

interface CommentPickerProps {
  photo: AssessedPhoto;
  position: number;
  catalogue: Catalogue;
  picks: Picks;
  picksMax: number;
  onChange: (picks: Picks) => void;
  onClose: () => void;
}

/** Up to three comments on one photo, from the phrases its owner asks for. */
export function CommentPicker({ photo, position, catalogue, picks, picksMax, onChange, onClose }: CommentPickerProps) {
  const sections = useMemo(() => offeredSections(photo, catalogue), [photo, catalogue]);
  const [tab, setTab] = useState(String(sections[0]?.id ?? ''));
  const full = picks.length >= picksMax;
  return (
    <Sheet
      open
      height="tall"
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
        <div className={styles.picture}>
          <Photo source={photo} alt="" sizes="120px" corners="small" />
        </div>
        <Tabs
          label={assessTexts.sections}
          value={tab}
          onChange={setTab}
          tabs={sections.map(({ id, section, quality }) => ({
            value: String(id),
            label: withMark(section, picks.filter(([sectionId]) => sectionId === id).length),
            content: (
              <ul className={styles.phrases}>
                {quality.map((phrase) => (
                  <li key={phrase.phraseId}>
                    <PhraseRow
                      phrase={phrase}
                      picked={pickOf(picks, phrase.phraseId)?.[2] ?? null}
                      open={mayPick(picks, phrase, picksMax)}
                      parent={quality.find(({ phraseId }) => phraseId === phrase.parentPhraseId)}
                      onPick={(score) => onChange(pick(picks, id, phrase, score, picksMax))}
                      onUndo={() => onChange(unpick(picks, phrase.phraseId, quality))}
                    />
                  </li>
                ))}
              </ul>
            ),
          }))}
        />
      </div>
    </Sheet>
  );
}

function withMark(section: string, count: number): string {
  return count > 0 ? `${section} · ${count}` : section;
}

/** The sections with the phrases the owner asks for; without a choice of theirs all of them. */
function offeredSections(photo: AssessedPhoto, catalogue: Catalogue): Catalogue {
  if (photo.commentsSelected.length === 0) return catalogue;
  const offered = new Set(photo.commentsSelected.map(([, phraseId]) => phraseId));
  return catalogue
    .map((section) => ({ ...section, quality: section.quality.filter(({ phraseId }) => offered.has(phraseId)) }))
    .filter((section) => section.quality.length > 0);
}
