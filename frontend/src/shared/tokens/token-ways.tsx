import { tokensTexts } from '../../lib/texts/tokens';
import { LinkButton } from '../../ui/button/button';
import styles from './token-ways.module.css';

interface TokenWaysProps {
  isAssessor: boolean;
  /** True if getting tokens is the main action of the page; the first way then stands out. */
  isMain?: boolean;
}

/** Ways to get tokens. Only assessors can earn them at once; everybody else asks support first. */
export function TokenWays({ isAssessor, isMain = false }: TokenWaysProps) {
  const first = isMain ? 'primary' : 'secondary';
  return (
    <div className={styles.ways}>
      {!isAssessor && (
        <LinkButton to="/feedback" variant={first}>
          {tokensTexts.messageSupport}
        </LinkButton>
      )}
      <LinkButton to="/pay" state={{ token_error: true }}>
        {tokensTexts.buyTokens}
      </LinkButton>
      <LinkButton to="/feed" variant={isAssessor ? first : 'secondary'}>
        {tokensTexts.assessOthers}
      </LinkButton>
    </div>
  );
}
