import { type AssessedPhoto, type Catalogue, PRODUCT } from '@candid/contracts';
import { useMemo } from 'react';
import { assessTexts } from '../../../lib/texts/assess';
import { type Picks, unpick } from '../../../shared/comments/picking';
import { Photo } from '../../../shared/photos/photo';
import { Button } from '../../../ui/button/button';
import { Sheet } from '../../../ui/sheet/sheet';
import { offeredSections, phrasesOf } from '../offered-phrases';
import { PhrasePicker, PickedComments, PicksCount } from './phrase-picker';

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
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <PicksCount count={picks.length} max={picksMax} />
          <Button variant="primary" disabled={picks.length === 0} onClick={onClose}>
            {assessTexts.done}
          </Button>
        </div>
      }
    >
      <div className="grid grid-cols-1 gap-2 wide:grid-cols-[minmax(0,380px)_minmax(0,1fr)] wide:gap-8 tall-phone:flex tall-phone:flex-col">
        <div className="flex items-center gap-3 wide:sticky wide:top-0 wide:flex-col wide:items-stretch wide:self-start tall-phone:contents">
          <div className="w-19 flex-none wide:w-[min(100%,40dvh)] tall-phone:sticky tall-phone:top-0 tall-phone:z-1 tall-phone:-mx-5 tall-phone:grid tall-phone:w-auto tall-phone:justify-items-center tall-phone:bg-tone tall-phone:[&>:first-child]:w-[min(100%,var(--photo-kept)_*_0.8)] tall-phone:[&>:first-child]:rounded-none">
            <Photo source={photo} alt="" sizes="(min-width: 900px) 360px, 280px" corners="small" />
          </div>
          <PickedComments
            picks={picks}
            catalogue={catalogue}
            onRemove={(phraseId) => onChange(unpick(picks, phraseId, phrasesOf(sections)))}
          />
        </div>
        <div className="min-w-0 tall-phone:[&_:focus-visible]:scroll-mt-[calc(var(--photo-kept)+16px)]">
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
