import { type AssessedPhoto, type Catalogue, PRODUCT } from '@candid/contracts';
import { useMemo } from 'react';
import { assessTexts } from '../../../lib/texts/assess';
import { type Picks, unpick } from '../../../shared/comments/picking';
import { Photo } from '../../../shared/photos/photo';
import { Button } from '../../../ui/button/button';
import { Sheet } from '../../../ui/sheet/sheet';
import { offeredSections, phrasesOf } from '../offered-phrases';
import { PhrasePicker, PickedComments, PicksCount } from './phrase-picker';
import styles from './phrase-picker.module.css';

interface CommentPickerProps {
  open: boolean;
  photo: AssessedPhoto;
  position: number;
  catalogue: Catalogue;
  picks: Picks;
  sectionId: number | null;
  onSection: (sectionId: number) => void;
  onChange: (picks: Picks) => void;
  onClose: () => void;
}

/** Up to three comments on one photo, from the phrases its owner asks for. */
export function CommentPicker(props: CommentPickerProps) {
  const { open, photo, position, catalogue, picks, sectionId, onSection, onChange, onClose } = props;
  const sections = useMemo(() => offeredSections(catalogue, photo), [catalogue, photo]);
  const picksMax = PRODUCT.commentsPerPhotoMax;
  return (
    <Sheet
      open={open}
      height="full"
      wide
      onClose={onClose}
      title={assessTexts.commentsOf(position)}
      description={assessTexts.pickerHint}
      footer={
        <div className={styles.foot}>
          <PicksCount count={picks.length} max={picksMax} />
          <Button variant="primary" disabled={picks.length === 0} onClick={onClose}>
            {assessTexts.done}
          </Button>
        </div>
      }
    >
      <div className={styles.layout}>
        <div className={styles.aside}>
          <div className={styles.picture}>
            <Photo source={photo} alt="" sizes="(min-width: 900px) 360px, 280px" corners="small" />
          </div>
          <PickedComments
            picks={picks}
            catalogue={catalogue}
            onRemove={(phraseId) => onChange(unpick(picks, phraseId, phrasesOf(sections)))}
          />
        </div>
        <div className={styles.choice}>
          <PhrasePicker
            sections={sections}
            picks={picks}
            picksMax={picksMax}
            sectionId={sectionId}
            onSection={onSection}
            onChange={onChange}
          />
        </div>
      </div>
    </Sheet>
  );
}
