import { Coins } from 'lucide-react';
import { Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import { PackList, PurchaseNote } from '../../../features/tokens/components/pack-list';
import { RollingNumber } from '../../../features/tokens/components/token-counter';
import { useCheckoutReturn } from '../../../features/tokens/hooks/use-checkout-return';
import { formatTokens } from '../../../lib/format/format';
import { tokensTexts } from '../../../lib/texts/tokens';
import { useCurrentUser } from '../../../lib/user/current-user';
import { LinkButton } from '../../../ui/button/button';
import { Notice } from '../../../ui/notice/notice';
import { PageHeader } from '../../../ui/page-header/page-header';
import { Skeleton } from '../../../ui/skeleton/skeleton';
import { Screen } from '../../shell/screen';

const columnClass = 'grid grid-cols-1 content-start gap-4';

export default function PayPage() {
  const checkout = useCheckoutReturn();
  const isAssessor = useCurrentUser().data?.approvedAssessor;
  const state = useLocation().state as { token_error?: boolean | string } | null;
  return (
    <Screen title={tokensTexts.title} width="wide">
      <PageHeader title={tokensTexts.title} />
      <div className="mx-auto grid w-full max-w-page grid-cols-1 gap-6 wide:max-w-none wide:grid-cols-2 wide:gap-8">
        <div className={columnClass}>
          {checkout && <Notice tone={checkout.tone}>{checkout.text}</Notice>}
          {state?.token_error && <Notice tone="danger">{tokensTexts.insufficient}</Notice>}
          <BalanceCard />
          <section className="grid gap-2 rounded-24 border border-line bg-surface p-5 [&_p]:text-ink-soft">
            <h2>{tokensTexts.earnTitle}</h2>
            <p>{isAssessor === false ? tokensTexts.earnLater : tokensTexts.earnText}</p>
            <div className="mt-3 flex flex-wrap gap-3">
              {isAssessor === false && (
                <LinkButton to="/feedback" variant="primary">
                  {tokensTexts.messageSupport}
                </LinkButton>
              )}
              <LinkButton to="/feed" variant={isAssessor === false ? 'secondary' : 'primary'}>
                {tokensTexts.assessOthers}
              </LinkButton>
            </div>
          </section>
        </div>
        <div className={columnClass}>
          <PurchaseNote />
          <PackList />
        </div>
      </div>
    </Screen>
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
