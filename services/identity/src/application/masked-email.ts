/** Enough to know the own address by, too little to learn one: `o***@candid.example`. */
export function maskedEmail(email: string): string {
  const [first = ''] = email;
  return `${first}***${email.slice(email.indexOf('@'))}`;
}
