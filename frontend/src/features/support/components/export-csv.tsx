import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../../lib/api/errors';
import { saveFile } from '../../../lib/files/save-file';
import { uploadSize } from '../../../lib/language/language';
import { supportAccountTexts } from '../../../lib/texts/support-account';
import { Button } from '../../../ui/button/button';
import { toastStore } from '../../../ui/toast/toast-store';
import { exportStatement } from '../api/export-statement';
import type { StatementFilters } from '../hooks/statement-filters';

/** What the statement shows, all of it, as a file. */
export function ExportCsv({ userId, filters }: { userId: string; filters: StatementFilters }) {
  const [bytes, setBytes] = useState(0);
  const name = `statement-${userId}.csv`;
  const exporting = useMutation({
    mutationFn: () => exportStatement({ userId, ...filters }, setBytes),
    onMutate: () => setBytes(0),
    onSuccess: (file) => {
      saveFile(name, file);
      toastStore.show({ text: supportAccountTexts.exportDone(name) });
    },
    onError: (error) => toastStore.show({ text: messageOf(error, supportAccountTexts.exportFailed), tone: 'danger' }),
    retry: false,
  });
  const progress = bytes > 0 ? supportAccountTexts.exported(uploadSize(bytes)) : supportAccountTexts.exporting;
  return (
    <Button size="s" icon={<Download />} busy={exporting.isPending} onClick={() => exporting.mutate()}>
      {exporting.isPending ? progress : supportAccountTexts.export}
    </Button>
  );
}
