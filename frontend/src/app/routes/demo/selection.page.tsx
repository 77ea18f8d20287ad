import { PRODUCT } from '@candid/contracts';
import { ImagePlus, X } from 'lucide-react';
import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { commonTexts } from '../../../lib/texts/common';
import { demoTexts } from '../../../lib/texts/demo';
import { uploadTexts } from '../../../lib/texts/upload';
import { isTakenPicture } from '../../../shared/photos/picture-bytes';
import { Button } from '../../../ui/button/button';
import { EmptyState } from '../../../ui/empty-state/empty-state';
import { IconButton } from '../../../ui/icon-button/icon-button';
import { Notice } from '../../../ui/notice/notice';
import { HeadedScreen } from '../../shell/headed-screen';

export default function SelectionPage() {
  return (
    <HeadedScreen title={demoTexts.selectionTitle} lead={demoTexts.selectionLead} width="page">
      <SelectionPreview />
    </HeadedScreen>
  );
}

const photosMax = PRODUCT.uploadPhotosMax;

/** Demonstrates the choice of photos. The upload button only writes to the log, and the page says so. */
function SelectionPreview() {
  const { previews, add, remove } = usePreviews();
  const [problem, setProblem] = useState<string | null>(null);
  const [loggedCount, setLoggedCount] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const bar = useRef<HTMLDivElement>(null);

  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.target.files ?? [])];
    event.target.value = '';
    setLoggedCount(0);
    const isTaken = await Promise.all(files.map(isTakenPicture));
    const other = files.find((_, index) => !isTaken[index]);
    if (other) return setProblem(uploadTexts.notTaken(other.name));
    if (previews.length + files.length > photosMax) return setProblem(uploadTexts.tooMany);
    setProblem(null);
    add(files);
  };

  const log = () => {
    console.log(previews.map(({ name }) => name));
    setLoggedCount(previews.length);
  };

  return (
    <div className="grid gap-4">
      <input ref={input} type="file" accept="image/*" multiple hidden aria-label={demoTexts.choose} onChange={choose} />
      <div ref={bar} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Button icon={<ImagePlus />} onClick={() => input.current?.click()}>
          {demoTexts.choose}
        </Button>
        <p className="text-ink-soft tabular-nums" role="status">
          {demoTexts.chosen(previews.length, photosMax)}
        </p>
      </div>
      {problem && <Notice tone="danger">{problem}</Notice>}
      {previews.length === 0 ? (
        <EmptyState title={demoTexts.none} />
      ) : (
        <ul className="grid grid-cols-3 gap-2" aria-label={demoTexts.chosenList}>
          {previews.map((preview, index) => (
            <li key={preview.address} className="relative">
              <img
                className="aspect-4/5 w-full rounded-16 bg-tone object-cover"
                src={preview.address}
                alt={demoTexts.photo(index + 1)}
              />
              <span className="absolute top-1 right-1">
                <IconButton
                  variant="scrim"
                  label={demoTexts.remove(index + 1)}
                  icon={<X />}
                  onClick={() => {
                    remove(preview);
                    bar.current?.querySelector('button')?.focus();
                  }}
                />
              </span>
            </li>
          ))}
        </ul>
      )}
      {loggedCount > 0 && <Notice>{demoTexts.logged(loggedCount)}</Notice>}
      <Button variant="primary" block disabled={previews.length === 0} onClick={log}>
        {demoTexts.upload}
      </Button>
      <p className="text-14 text-ink-soft">
        {demoTexts.uploadHint} <Link to="/profile">{commonTexts.navPhotos}</Link>
      </p>
    </div>
  );
}

export interface Preview {
  readonly name: string;
  readonly address: string;
}

function usePreviews() {
  const [previews, setPreviews] = useState<readonly Preview[]>([]);
  const held = useRef(previews);
  held.current = previews;

  useEffect(
    () => () => {
      for (const { address } of held.current) URL.revokeObjectURL(address);
    },
    [],
  );

  return {
    previews,
    add: (files: readonly File[]) =>
      setPreviews([...previews, ...files.map((file) => ({ name: file.name, address: URL.createObjectURL(file) }))]),
    remove: (preview: Preview) => {
      URL.revokeObjectURL(preview.address);
      setPreviews(previews.filter((other) => other !== preview));
    },
  };
}
