const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/u;

export function isEmail(text: string): boolean {
  return emailPattern.test(text);
}
