/** Of Stripe's SDK, what is used of it. */
export interface StripeSdk {
  checkout: {
    sessions: {
      create(params: object, options: { idempotencyKey: string }): Promise<{ id: string; url: string | null }>;
    };
  };
  webhooks: {
    /** Throws where the header does not sign the body, or did so more than `toleranceSeconds` ago. */
    constructEvent(body: Buffer, header: string, secret: string, toleranceSeconds: number): StripeEvent;
  };
}

export interface StripeEvent {
  id: string;
  type: string;
  /** Unix seconds. */
  created: number;
  data: { object: unknown };
}

type StripeModule = { default: new (secretKey: string, options: object) => StripeSdk };

const packageName: string = 'stripe';

/**
 * Loaded only where payments are enabled, and by a name that the compiler does not follow: the package's declarations are
 * larger than the rest of this service, and a system without payments runs without the package.
 */
export async function loadStripe(secretKey: string, options: object): Promise<StripeSdk> {
  const { default: Stripe } = (await import(packageName)) as StripeModule;
  return new Stripe(secretKey, options);
}
