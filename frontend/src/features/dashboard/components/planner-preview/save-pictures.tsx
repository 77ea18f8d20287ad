import type { Photo as PhotoRecord } from '@candid/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { photoReads } from '../../../../lib/query/own-reads';
import { forget } from '../../../../lib/query/use-read';
import { plannerPreviewTexts as texts } from '../../../../lib/texts/planner-preview';
import { Button } from '../../../../ui/button/button';
import { saveFile } from '../../../../ui/dom/dom';
import { Notice } from '../../../../ui/notice/notice';
import { ProgressBar } from '../../../../ui/progress-bar/progress-bar';
import { PictureError, picturesOf } from '../../profile-pictures';

/** Downloads the pictures as one file. Closing the preview cancels the download. */
export function SavePictures({ photos }: { photos: readonly PhotoRecord[] }) {
  const queryClient = useQueryClient();
  const [fetched, setFetched] = useState(0);
  const leaving = useRef(new AbortController());
  useEffect(() => {
    leaving.current = new AbortController();
    return () => leaving.current.abort();
  }, []);
  const saving = useMutation({
    mutationFn: async () => {
      const { signal } = leaving.current;
      const { archive, areJpeg } = await picturesOf(photos, setFetched, signal);
      if (!signal.aborted) saveFile(texts.fileName, archive);
      return areJpeg ? texts.saved(texts.fileName) : texts.savedAsWebp(texts.fileName);
    },
    onMutate: () => setFetched(0),
    // The links may have expired, so the next attempt uses fresh ones.
    onError: () => forget(queryClient, ...photoReads),
    retry: false,
    networkMode: 'always',
  });
  return (
    <>
      {saving.isPending && (
        <ProgressBar
          label={texts.progress}
          share={fetched / photos.length}
          words={texts.fetched(fetched, photos.length)}
        />
      )}
      {saving.isError && (
        <Notice tone="danger">
          {texts.failed(saving.error instanceof PictureError ? saving.error.position : fetched + 1)}
        </Notice>
      )}
      <Button block icon={<Download />} busy={saving.isPending} onClick={() => saving.mutate()}>
        {saving.isPending ? texts.saving : texts.save}
      </Button>
      <p role="status" className="text-center text-14 text-ink-soft">
        {saving.data ?? texts.saveLead}
      </p>
    </>
  );
}
