import { tokensRoutes } from '@candid/contracts';
import { Link } from 'react-router-dom';
import { formatPrice } from '../../../lib/format/format';
import { useRead } from '../../../lib/query/use-read';
import { errorTexts } from '../../../lib/texts/common';
import { tokensTexts } from '../../../lib/texts/tokens';
import { Button } from '../../../ui/button/button';
import { LoadProblem } from '../../../ui/notice/load-problem';
import { Notice } from '../../../ui/notice/notice';
import { Skeleton } from '../../../ui/skeleton/skeleton';
import { usePurchase } from '../hooks/use-purchase';

/** Prices are minor units of the pack's currency. */
const useTokenPacks = () =>
  useRead(tokensRoutes.listTokenPacks, {}, { staleTime: Number.POSITIVE_INFINITY, select: ({ packs }) => packs });

const packsExpected = 3;

export function PackList() {
  const packs = useTokenPacks();
  const { buy, busyTokens, problem } = usePurchase();
  if (packs.isError) {
    return <LoadProblem text={errorTexts.loading} onRetry={() => packs.refetch()} />;
  }
  return (
    <>
      {problem && <Notice tone="danger">{problem}</Notice>}
      <ul className="grid gap-3">
        {packs.data?.map((pack) => {
          const price = formatPrice(pack.price, pack.currency);
          return (
            <li
              key={pack.tokens}
              className="flex min-h-17.5 flex-wrap items-center gap-x-4 gap-y-2 rounded-16 border border-line bg-surface px-4 py-3"
            >
              <div className="flex flex-1 items-baseline gap-2 text-ink-soft">
                <strong className="text-28 leading-none font-heavy tracking-[-0.02em] text-ink tabular-nums">
                  {pack.tokens}
                </strong>{' '}
                {tokensTexts.packTokens}
              </div>
              <span className="font-bold tabular-nums">{price}</span>
              <Button
                size="s"
                disabled={!pack.enabled || (busyTokens !== null && busyTokens !== pack.tokens)}
                busy={busyTokens === pack.tokens}
                aria-label={tokensTexts.buy(pack.tokens, price)}
                onClick={() => buy(pack)}
              >
                {tokensTexts.buyShort}
              </Button>
            </li>
          );
        }) ??
          Array.from({ length: packsExpected }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
            <li key={index}>
              <Skeleton height={70} />
            </li>
          ))}
      </ul>
    </>
  );
}

/** If no pack is for sale, shows another way to get tokens. */
export function PurchaseNote() {
  if (useTokenPacks().data?.some((pack) => pack.enabled)) return null;
  return (
    <Notice>
      {tokensTexts.disabledNote} <Link to="/feedback">{tokensTexts.messageSupport}</Link>
    </Notice>
  );
}
