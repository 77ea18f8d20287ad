import { Link } from 'react-router-dom';
import { accountTexts } from '../../../lib/texts/account';
import { authTexts } from '../../../lib/texts/auth';
import styles from './auth-frame.module.css';

export function SignUpLegal() {
  return (
    <p className={styles.small}>
      {authTexts.agreeBefore} <Link to="/terms-of-service">{accountTexts.terms}</Link> {authTexts.agreeBetween}{' '}
      <Link to="/privacy-policy">{accountTexts.privacy}</Link>
      {authTexts.agreeAfter}
    </p>
  );
}
