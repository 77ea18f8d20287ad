import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

/** Somebody in the demo, with a browser's means: HTTP alone. Each step has its key, so an interrupted seed is run again. */
export class DemoPerson {
  #appUrl;
  #mailUrl;
  #token = '';

  constructor({ appUrl, mailUrl, email, password }) {
    this.#appUrl = appUrl;
    this.#mailUrl = mailUrl;
    this.email = email;
    this.password = password;
    this.userId = '';
  }

  /** Logs in, or signs up with the code from the mail as a visitor would. */
  async enter() {
    const credentials = { email: this.email, password: this.password };
    const session = (await this.#try('POST', '/login', credentials)) ?? (await this.#signUp(credentials));
    this.#token = session.token;
    this.userId = session.userId;
    return this;
  }

  async #signUp(credentials) {
    const known = await this.#mails();
    await this.call('POST', '/request-signup-code', { email: this.email });
    const [mail] = await this.#mails({ waitMs: '30000', ...(known[0] ? { after: known[0].id } : {}) });
    const { text } = await (await fetch(`${this.#mailUrl}/api/messages/${mail.id}`)).json();
    const signupCode = new URL(/https?:\S+\/signup\?\S+/.exec(text)[0]).searchParams.get('code');
    return this.call('POST', '/users/send', { ...credentials, signupCode, confirmAdult: true });
  }

  async #mails(query = {}) {
    const search = new URLSearchParams({ to: this.email, ...query });
    return (await fetch(`${this.#mailUrl}/api/messages?${search}`)).json();
  }

  async #try(method, path, body) {
    try {
      return await this.call(method, path, body);
    } catch (error) {
      if (error.status >= 500 || error.status === undefined) throw error;
      return undefined;
    }
  }

  /** As `call`, but undefined where there is nothing (404). */
  async find(method, path, body) {
    return this.call(method, path, body).catch((error) => (error.status === 404 ? undefined : Promise.reject(error)));
  }

  /** @returns the answer's body; a refusal is thrown with its status and text */
  async call(method, path, body, step = '') {
    const isForm = body instanceof FormData;
    const content = isForm ? body : body === undefined ? undefined : JSON.stringify(body);
    const key = createHash('sha256')
      .update(`${this.email} ${method} ${path} ${step} ${isForm ? '' : content}`)
      .digest('hex');
    const response = await fetch(`${this.#appUrl}/api${path}`, {
      method,
      headers: {
        ...(this.#token ? { authorization: `Bearer ${this.#token}` } : {}),
        ...(isForm || body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(method === 'GET' ? {} : { 'idempotency-key': key }),
      },
      body: content,
    });
    const answer = await response.json();
    if (response.ok) return answer;
    if (answer.code === 'TOO_FAST') {
      await delay(Number(response.headers.get('retry-after')) * 1_000);
      return this.call(method, path, body, step);
    }
    throw Object.assign(new Error(`${method} ${path} answered ${response.status}: ${answer.message}`), {
      status: response.status,
    });
  }
}
