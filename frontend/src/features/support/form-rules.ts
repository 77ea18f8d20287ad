import { supportTexts } from '../../lib/texts/support';
import { supportDeskTexts } from '../../lib/texts/support-desk';

const tokensMax = 100_000;
const reasonLengthMax = 500;

export function tokensProblem(text: string): true | string {
  const tokens = Number(text);
  const isFine = /^\d+$/.test(text.trim()) && tokens >= 1 && tokens <= tokensMax;
  return isFine || supportDeskTexts.tokensProblem;
}

export function reasonProblem(text: string): true | string {
  const { length } = text.trim();
  return (length > 0 && length <= reasonLengthMax) || supportTexts.reasonProblem;
}
