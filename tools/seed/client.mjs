import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

/** Maximum number of retries of a call that got no answer or a server error. */
const failuresMax = 5;
const afterFailureMs = 1_000;

const ignoring =
  (...statuses) =>
  (error) =>
    statuses.includes(error.status) ? undefined : Promise.reject(error);

/** A person of the demo who, like a browser, uses HTTP only. Steps have keys, so an interrupted seed can run again. */
export class DemoPerson {
  #appUrl;
  #mailUrl;
  #isStopping;
  #token = '';

  constructor({ appUrl, mailUrl, email, password, isStopping = () => false }) {
    this.#appUrl = appUrl;
    this.#mailUrl = mailUrl;
    this.#isStopping = isStopping;
    this.email = email;
    this.password = password;
    this.userId = '';
  }

  async enter() {
    const credentials = { email: this.email, password: this.password };
    const session = (await this.#logIn(credentials)) ?? (await this.#signUp(credentials));
    this.#token = session.token;
    this.userId = session.userId;
    return this;
  }

  #logIn(credentials) {
    return this.call('POST', '/login', credentials).catch(ignoring(401));
  }

  /** Ignores codes that were mailed before an interruption, because they expire. */
  async #signUp(credentials) {
    const known = await this.#mails();
    await this.call('POST', '/request-signup-code', { email: this.email }, randomUUID());
    const [mail] = await this.#mails({ waitMs: '30000', ...(known[0] ? { after: known[0].id } : {}) });
    if (!mail) throw new Error(`No sign-up code for ${this.email} has come within 30 s.`);
    const mailAddress = `${this.#mailUrl}/api/messages/${mail.id}`;
    const { text } = await (await fetch(mailAddress)).json();
    const signupCode = new URL(/https?:\S+\/signup\?\S+/.exec(text)[0]).searchParams.get('code');
    const session = await this.call('POST', '/users/send', { ...credentials, signupCode, confirmAdult: true });
    await fetch(mailAddress, { method: 'DELETE' });
    return session;
  }

  async #mails(query = {}) {
    const search = new URLSearchParams({ to: this.email, ...query });
    return (await fetch(`${this.#mailUrl}/api/messages?${search}`)).json();
  }

  /** Returns undefined if the current state refuses the call (404, 409), for example because a user was faster. */
  callIfPossible(method, path, body) {
    return this.call(method, path, body).catch(ignoring(404, 409));
  }

  async call(method, path, body, step = '') {
    const isForm = body instanceof FormData;
    const content = isForm ? body : body === undefined ? undefined : JSON.stringify(body);
    const key = createHash('sha256')
      .update(`${this.email} ${method} ${path} ${step} ${isForm ? '' : content}`)
      .digest('hex');
    const headers = {
      ...(this.#token ? { authorization: `Bearer ${this.#token}` } : {}),
      ...(isForm || body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(method === 'GET' ? {} : { 'idempotency-key': key }),
    };
    const response = await this.#answered(`${this.#appUrl}/api${path}`, { method, headers, body: content });
    const answer = await response.json();
    if (response.ok) return answer;
    throw Object.assign(new Error(`${method} ${path} answered ${response.status}: ${answer.message}`), {
      status: response.status,
    });
  }

  /** Repeats a call that failed or got a `Retry-After`. Retries are safe: all requests are reads or have a key. */
  async #answered(url, request) {
    let failures = 0;
    for (;;) {
      if (this.#isStopping()) throw new Error('stopping');
      const response = await fetch(url, request).catch((error) => {
        if (failures === failuresMax) throw error;
      });
      const isFailure = response === undefined || response.status >= 500;
      // If a call exceeds a rate limit, the answer states when to retry.
      const retryAfter = Number(response?.headers.get('retry-after') ?? 0);
      const isFinal = isFailure ? failures === failuresMax : retryAfter === 0;
      if (isFinal) return response;
      if (isFailure) failures += 1;
      await response?.body?.cancel();
      await delay(retryAfter > 0 ? retryAfter * 1_000 : afterFailureMs);
    }
  }
}
