import { tokensRoutes } from '@candid/contracts';
import { useRead } from '../../lib/query/use-read';
import { tokensTexts } from '../../lib/texts/tokens';
import { LinkButton } from '../../ui/button/button';

/** The packs on sale. Prices are in minor units of the pack's currency. */
export const useTokenPacks = () =>
  useRead(tokensRoutes.listTokenPacks, {}, { staleTime: Number.POSITIVE_INFINITY, select: (answer) => answer.packs });

/**
 * Ways to get tokens. Only assessors can earn them at once; everybody else asks support first. Offers a purchase only
 * while it is possible, because a beta may have all packs disabled.
 */
export function TokenWays({ isAssessor }: { isAssessor: boolean }) {
  const canBuy = useTokenPacks().data?.some(({ enabled }) => enabled);
  return (
    <div className="grid grid-cols-[1fr_1fr] gap-3 max-[301px]:grid-cols-1 [&>:first-child:nth-last-child(3)]:col-span-full [&>:only-child]:col-span-full">
      {!isAssessor && (
        <LinkButton to="/feedback?subject=tokens" variant="primary">
          {tokensTexts.messageSupport}
        </LinkButton>
      )}
      {canBuy && (
        <LinkButton to="/pay" state={{ token_error: true }}>
          {tokensTexts.buyTokens}
        </LinkButton>
      )}
      <LinkButton to="/feed" variant={isAssessor ? 'primary' : 'secondary'}>
        {tokensTexts.assessOthers}
      </LinkButton>
    </div>
  );
}
