import { type Photo as PhotoRecord, PRODUCT } from '@candid/contracts';
import { Camera, Check, ImageUp } from 'lucide-react';
import { type ChangeEvent, useRef, useState } from 'react';
import type { SentBytes } from '../../../lib/api/counted-transport';
import { reasonOf } from '../../../lib/api/errors';
import { dataSize } from '../../../lib/language/language';
import { uploadTexts } from '../../../lib/texts/upload';
import { CroppedPhoto } from '../../../shared/photos/cropped-photo';
import { Photo } from '../../../shared/photos/photo';
import { shownAverage } from '../../../shared/scores/adjusted-score';
import { PhotoChip } from '../../../shared/scores/score-chip';
import { Button } from '../../../ui/button/button';
import { classNames } from '../../../ui/dom/dom';
import { Notice } from '../../../ui/notice/notice';
import { ProgressBar } from '../../../ui/progress-bar/progress-bar';
import { Sheet } from '../../../ui/sheet/sheet';
import { chooseFiles } from '../choose-files';
import type { UploadState } from '../hooks/use-upload';

export type PickerSection = 'pool' | 'unrated' | 'bank' | 'profile';

interface PhotoPickerProps {
  open: boolean;
  section: PickerSection;
  /** Photos that the person can choose from; undefined if the sheet only uploads. */
  photos?: readonly PhotoRecord[];
  /** Ids and links of the selected photos. */
  selected?: ReadonlySet<string>;
  room: number;
  photoLimit?: number;
  first?: boolean;
  /** The crop of the chosen file will replace this photo. */
  replaces?: PhotoRecord | null;
  upload: UploadState;
  refusalOf?: (photo: PhotoRecord) => string | null;
  onPick: (photo: PhotoRecord) => void;
  /** `note` names the chosen files that were left out. */
  onFiles: (files: File[], note?: string) => void;
  onContinue?: () => void;
  onClose: () => void;
}

export default function PhotoPicker(props: PhotoPickerProps) {
  const { section, photos, selected = new Set<string>(), room, photoLimit = 2, replaces, onPick } = props;
  const choose = replaces ? uploadTexts.replace.choose : uploadTexts.choose;
  const input = useRef<HTMLInputElement>(null);
  const openFiles = (camera: boolean) => {
    if (camera) input.current?.setAttribute('capture', 'user');
    else input.current?.removeAttribute('capture');
    input.current?.click();
  };
  const [problem, setProblem] = useState<string | null>(null);

  const takeFiles = async (event: ChangeEvent<HTMLInputElement>) => {
    const limits = { filesMax: PRODUCT.uploadPhotosMax, room, photoLimit };
    const files = [...(event.target.files ?? [])];
    event.target.value = '';
    const chosen = await chooseFiles(files, limits);
    setProblem(chosen.problem);
    if (chosen.files.length > 0) props.onFiles(chosen.files, chosen.problem ?? undefined);
  };

  const pick = (photo: PhotoRecord) => {
    const full = room <= 0 && !selected.has(photo._id);
    const refusal = full ? uploadTexts.tooManySelected(photoLimit) : (props.refusalOf?.(photo) ?? null);
    setProblem(refusal);
    if (refusal === null) onPick(photo);
  };

  // Photos that need nothing but a tap come before the way to new ones.
  const photosFirst = section === 'profile' && !props.upload.upload;
  const sources = props.upload.upload ? (
    <UploadStatus state={props.upload} />
  ) : (
    <>
      <button
        type="button"
        className="grid w-full justify-items-center gap-1 rounded-16 border-[1.5px] border-dashed border-line-strong bg-ground px-4 py-6 transition-[background-color] hover:not-disabled:bg-tone"
        onClick={() => openFiles(false)}
      >
        <span
          className="mb-2 grid size-12 place-items-center rounded-full bg-accent-soft text-accent-ink [&_svg]:size-6"
          aria-hidden="true"
        >
          <ImageUp />
        </span>
        <strong>{choose}</strong>
        <span className="text-14 text-ink-soft">{uploadTexts.chooseHint}</span>
      </button>
      {/* Only devices with a touch screen open their camera for it; others would open their files again. */}
      {!replaces && (
        <Button block className="hidden! pointer-coarse:flex!" icon={<Camera />} onClick={() => openFiles(true)}>
          {uploadTexts.takePhoto}
        </Button>
      )}
    </>
  );

  return (
    <Sheet
      open={props.open}
      onClose={props.onClose}
      title={replaces ? uploadTexts.replace.title : uploadTexts.titles[section]}
      description={
        replaces ? uploadTexts.replace.lead : uploadTexts.leads[section === 'pool' && props.first ? 'first' : section]
      }
      height={section === 'unrated' ? 'half' : 'tall'}
      footer={
        props.onContinue &&
        selected.size > 0 && (
          <Button variant="primary" block onClick={props.onContinue}>
            {uploadTexts.continue(selected.size)}
          </Button>
        )
      }
    >
      <div className="grid gap-4">
        {replaces && (
          <div className="mx-auto w-24">
            <Photo source={replaces} alt={uploadTexts.replace.photo} sizes="96px" corners="small" />
          </div>
        )}
        <input
          ref={input}
          type="file"
          accept="image/*,.heic,.heif,.hif"
          multiple={!replaces}
          className="sr-only"
          tabIndex={-1}
          aria-label={choose}
          onChange={takeFiles}
        />
        {!photosFirst && sources}
        {problem && <Notice tone="danger">{problem}</Notice>}
        {photos?.length === 0 && <p className="py-4 text-center text-ink-soft">{uploadTexts.noPhotos}</p>}
        {photos && photos.length > 0 && section !== 'unrated' && (
          <section className="grid gap-2">
            <h3 className="text-16">{uploadTexts.choices[section]}</h3>
            <ul className="grid grid-cols-[repeat(auto-fill,minmax(max(5.5rem,30%),1fr))] gap-2">
              {photos.map((photo, index) => {
                const chosen = selected.has(photo._id);
                return (
                  <li key={photo._id}>
                    <button
                      type="button"
                      className={classNames(
                        'relative block w-full rounded-12 border-0 bg-transparent p-0',
                        chosen && 'outline-3 -outline-offset-3 outline-accent',
                      )}
                      aria-pressed={chosen}
                      onClick={() => pick(photo)}
                    >
                      <span className="sr-only">{uploadTexts.choosePhoto(index + 1, shownAverage(photo))}</span>
                      <Photo source={photo} alt="" sizes="33vw" corners="small" dimmed={chosen} />
                      <span aria-hidden="true">
                        <PhotoChip photo={photo} />
                      </span>
                      {chosen && (
                        <span
                          className="absolute top-1.5 left-1.5 grid size-7 place-items-center rounded-full bg-accent text-on-accent [&_svg]:size-4.5 [&_svg]:stroke-3"
                          aria-hidden="true"
                        >
                          <Check />
                        </span>
                      )}
                    </button>
                  </li>
                );
              })}
            </ul>
          </section>
        )}
        {photosFirst && sources}
      </div>
    </Sheet>
  );
}

function UploadStatus({ state }: { state: UploadState }) {
  const { upload, sent, busy, error } = state;
  if (!upload) return null;
  const count = upload.files.length;
  return (
    <section className="grid gap-3 rounded-16 bg-ground p-4" aria-label={uploadTexts.uploading(count)}>
      <ul className="flex flex-wrap gap-2">
        {upload.files.map((cropped, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the files of an upload never change
          <li key={at} className="w-14">
            <CroppedPhoto cropped={cropped} alt="" />
          </li>
        ))}
      </ul>
      {busy && (
        <>
          <strong>{uploadTexts.uploading(count)}</strong>
          <ProgressBar
            label={uploadTexts.progress}
            share={sent && isUnderWay(sent) ? sent.sent / sent.total : null}
            words={wordsOf(sent)}
          />
        </>
      )}
      {error !== null && !busy && (
        <>
          <Notice tone="danger">
            <strong>{uploadTexts.failed}</strong> {reasonOf(error) ?? uploadTexts.nothingLost}
          </Notice>
          <div className="grid grid-cols-[1fr_1fr] gap-3">
            <Button onClick={state.discard}>{uploadTexts.discard}</Button>
            <Button variant="primary" onClick={state.again}>
              {uploadTexts.again}
            </Button>
          </div>
        </>
      )}
    </section>
  );
}

const isUnderWay = ({ sent, total }: SentBytes) => sent < total;

function wordsOf(sent: SentBytes | null): string {
  if (sent === null) return uploadTexts.connecting;
  return isUnderWay(sent) ? uploadTexts.sent(dataSize(sent.sent), dataSize(sent.total)) : uploadTexts.preparing;
}
