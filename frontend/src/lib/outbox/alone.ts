/** One piece of work at a time under this name, over all tabs of this browser. */
export async function aloneAs<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  return navigator.locks ? await navigator.locks.request(name, work) : await work();
}
