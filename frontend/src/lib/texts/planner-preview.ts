import messages from '../../../texts/en/planner-preview.json' with { type: 'json' };
import { filled } from '../language/message';

export const plannerPreviewTexts = {
  ...messages,
  photo: (position: number, count: number) => filled(messages.photo, { position, count }),
  position: (position: number, count: number) => filled(messages.position, { position, count }),
  seenFirst: (count: number) => filled(messages.seenFirst, { count }),
  show: (position: number) => filled(messages.show, { position }),
  held: (photos: number) => filled(messages.held, { photos }),
  fetched: (done: number, of: number) => filled(messages.fetched, { done, of }),
  saved: (fileName: string) => filled(messages.saved, { fileName }),
  savedAsWebp: (fileName: string) => filled(messages.savedAsWebp, { fileName }),
  failed: (position: number) => filled(messages.failed, { position }),
};
