/** Enough to know the own address by, too little to learn one: `o***@candid.example`. */
export function maskedEmail(email: string): string {
  const [first = ''] = email;
  return `${first}***${email.slice(email.indexOf('@'))}`;
}

/** As support sees it until a reason is given: neither the name nor the provider, `o•••@c•••.example`. */
export function veiledEmail(email: string): string {
  const [name = '', domain = ''] = email.split(/@(?=[^@]*$)/);
  const lastDot = domain.lastIndexOf('.');
  const ending = lastDot < 0 ? '' : domain.slice(lastDot);
  return `${firstOf(name)}•••@${firstOf(domain)}•••${ending}`;
}

const firstOf = ([first = '']: string): string => first;
