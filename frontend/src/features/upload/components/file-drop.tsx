import { useEffect, useEffectEvent, useState } from 'react';
import { uploadTexts } from '../../../lib/texts/upload';

/** True for files of the device. A picture that is dragged within a page comes with its HTML. */
const hasFiles = ({ dataTransfer }: DragEvent) =>
  dataTransfer?.types.includes('Files') === true && !dataTransfer.types.includes('text/html');

interface FileDropProps {
  /** Null while the page can take no files. */
  onFiles: ((files: File[]) => void) | null;
}

/** Takes files that are dropped anywhere on the page. Otherwise, the browser would leave the page and show the file. */
export function FileDrop({ onFiles }: FileDropProps) {
  const [over, setOver] = useState(false);
  const take = useEffectEvent(({ type, dataTransfer }: DragEvent) => {
    if (!dataTransfer) return;
    if (!onFiles) dataTransfer.dropEffect = 'none';
    else if (type === 'drop') onFiles([...dataTransfer.files]);
  });
  useEffect(() => {
    const drag = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(event.type === 'dragover');
      take(event);
    };
    const leave = ({ relatedTarget }: DragEvent) => relatedTarget === null && setOver(false);
    for (const name of ['dragover', 'drop'] as const) addEventListener(name, drag);
    addEventListener('dragleave', leave);
    return () => {
      for (const name of ['dragover', 'drop'] as const) removeEventListener(name, drag);
      removeEventListener('dragleave', leave);
    };
  }, []);
  if (!over || !onFiles) return null;
  return (
    <p className="pointer-events-none fixed inset-3 z-60 grid place-items-center rounded-24 border-3 border-dashed border-accent bg-scrim text-20 font-bold text-ink">
      <span className="rounded-pill bg-surface px-6 py-3">{uploadTexts.drop}</span>
    </p>
  );
}
