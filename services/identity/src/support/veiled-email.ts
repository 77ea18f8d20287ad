/** An address as support sees it until a reason is given: neither the name nor the provider, `o•••@c•••.example`. */
export function veiledEmail(email: string): string {
  const [name = '', domain = ''] = email.split(/@(?=[^@]*$)/);
  const lastDot = domain.lastIndexOf('.');
  const ending = lastDot < 0 ? '' : domain.slice(lastDot);
  return `${firstOf(name)}•••@${firstOf(domain)}•••${ending}`;
}

const firstOf = ([first = '']: string): string => first;
