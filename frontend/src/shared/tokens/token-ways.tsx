import { tokensRoutes } from '@candid/contracts';
import { useRead } from '../../lib/query/use-read';
import { tokensTexts } from '../../lib/texts/tokens';
import { LinkButton } from '../../ui/button/button';

/** The packs on sale. Prices are in minor units of the pack's currency. */
export const useTokenPacks = () =>
  useRead(tokensRoutes.listTokenPacks, {}, { staleTime: Number.POSITIVE_INFINITY, select: (answer) => answer.packs });

interface TokenWaysProps {
  isAssessor: boolean;
  /** True if getting tokens is the main purpose of the page. The first way to get tokens then stands out. */
  isMain?: boolean;
  canBuy?: boolean;
}

/** Ways to get tokens. Only assessors can earn them at once; everybody else asks support first. */
export function TokenWays({ isAssessor, isMain = false, canBuy = true }: TokenWaysProps) {
  const first = isMain ? 'primary' : 'secondary';
  return (
    <div className="grid grid-cols-[1fr_1fr] gap-3 max-[301px]:grid-cols-1 [&>:first-child:nth-last-child(3)]:col-span-full [&>:only-child]:col-span-full">
      {!isAssessor && (
        <LinkButton to="/feedback?subject=tokens" variant={first}>
          {tokensTexts.messageSupport}
        </LinkButton>
      )}
      {canBuy && (
        <LinkButton to="/pay" state={{ token_error: true }}>
          {tokensTexts.buyTokens}
        </LinkButton>
      )}
      <LinkButton to="/feed" variant={isAssessor ? first : 'secondary'}>
        {tokensTexts.assessOthers}
      </LinkButton>
    </div>
  );
}
