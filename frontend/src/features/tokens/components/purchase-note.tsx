import { Link } from 'react-router-dom';
import { tokensTexts } from '../../../lib/texts/tokens';
import { Notice } from '../../../ui/notice/notice';
import { useTokenPacks } from '../api/token-packs';

/** Where nothing is for sale, the way to tokens all the same. */
export function PurchaseNote() {
  if (useTokenPacks().data?.some((pack) => pack.enabled)) return null;
  return (
    <Notice>
      {tokensTexts.disabledNote} <Link to="/feedback">{tokensTexts.messageSupport}</Link>
    </Notice>
  );
}
