import { Coins } from 'lucide-react';
import { Suspense } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { RollingNumber } from '../../../features/tokens/components/token-counter';
import { useCheckoutReturn, usePurchase } from '../../../features/tokens/purchases';
import { formatTokens } from '../../../lib/format/format';
import { money } from '../../../lib/language/language';
import { errorTexts } from '../../../lib/texts/common';
import { meanwhileTexts } from '../../../lib/texts/meanwhile';
import { tokensTexts } from '../../../lib/texts/tokens';
import { useCurrentUser } from '../../../lib/user/current-user';
import { useTokenPacks } from '../../../shared/tokens/token-ways';
import { Button, LinkButton } from '../../../ui/button/button';
import { LoadProblem } from '../../../ui/notice/load-problem';
import { Notice } from '../../../ui/notice/notice';
import { Repeated, Skeleton } from '../../../ui/skeleton/skeleton';
import { HeadedScreen } from '../../shell/headed-screen';

const columnClass = 'grid grid-cols-1 content-start gap-4';

export default function PayPage() {
  const checkout = useCheckoutReturn();
  const isAssessor = useCurrentUser().data?.approvedAssessor;
  const canBuy = useTokenPacks().data?.some(({ enabled }) => enabled);
  const state = useLocation().state as { token_error?: boolean | string } | null;
  return (
    <HeadedScreen title={tokensTexts.title}>
      <div className="mx-auto grid w-full max-w-page grid-cols-1 gap-6 wide:max-w-none wide:grid-cols-2 wide:gap-8">
        <div className={columnClass}>
          {checkout && <Notice tone={checkout.tone}>{checkout.text}</Notice>}
          {state?.token_error && (
            <Notice tone="danger">{canBuy ? tokensTexts.insufficient : tokensTexts.tooFew}</Notice>
          )}
          <BalanceCard />
          <section className="grid gap-2 rounded-24 border border-line bg-surface p-5 [&_p]:text-ink-soft">
            <h2>{tokensTexts.earnTitle}</h2>
            <p>{isAssessor === false ? tokensTexts.earnLater : tokensTexts.earnText}</p>
            <div className="mt-3 flex">
              <LinkButton to="/feed" variant="primary">
                {isAssessor === false ? meanwhileTexts.assess.become : tokensTexts.assessOthers}
              </LinkButton>
            </div>
          </section>
        </div>
        <div className={columnClass}>
          <PackList />
        </div>
      </div>
    </HeadedScreen>
  );
}

function BalanceCard() {
  const balance = useCurrentUser().data?.tokenCount;
  return (
    <section
      className="flex items-center justify-between gap-3 rounded-24 bg-accent-soft p-5"
      aria-label={tokensTexts.balance}
    >
      <div>
        <h2 className="text-14 font-medium tracking-normal text-ink-soft">{tokensTexts.balance}</h2>
        <p
          className="flex h-[1.3em] items-center text-40 font-heavy tracking-[-0.02em] tabular-nums max-[301px]:text-28"
          aria-live="polite"
        >
          {balance === undefined ? (
            <Skeleton width={96} height={40} />
          ) : (
            <Suspense fallback={formatTokens(balance)}>
              <RollingNumber value={balance} />
            </Suspense>
          )}
        </p>
      </div>
      <Coins aria-hidden="true" className="size-11 flex-none stroke-[1.5] text-accent-ink max-[301px]:hidden" />
    </section>
  );
}

function PackList() {
  const packs = useTokenPacks();
  const { buy, busyTokens, problem } = usePurchase();
  const note = !packs.data?.some((pack) => pack.enabled) && (
    <Notice>
      {tokensTexts.disabledNote} <Link to="/feedback?subject=tokens">{tokensTexts.messageSupport}</Link>
    </Notice>
  );
  if (packs.isError)
    return (
      <>
        {note}
        <LoadProblem text={errorTexts.loading} onRetry={packs.refetch} />
      </>
    );
  return (
    <>
      {note}
      {problem && <Notice tone="danger">{problem}</Notice>}
      <ul className="grid gap-3">
        {packs.data?.map((pack) => {
          const price = money(pack.price, pack.currency);
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
        }) ?? (
          <Repeated times={3}>
            <li>
              <Skeleton height={70} />
            </li>
          </Repeated>
        )}
      </ul>
    </>
  );
}
