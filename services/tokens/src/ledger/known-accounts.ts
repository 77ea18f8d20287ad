const maxAccounts = 50_000;

/** Accounts seen to have a row, the latest ones. Rows are never removed, so what is known stays true. */
export class KnownAccounts {
  readonly #names = new Set<string>();

  has(account: string): boolean {
    return this.#names.has(account);
  }

  add(accounts: readonly string[]): void {
    for (const account of accounts) this.#names.add(account);
    for (const oldest of this.#names) {
      if (this.#names.size <= maxAccounts) return;
      this.#names.delete(oldest);
    }
  }

  clear(): void {
    this.#names.clear();
  }
}
