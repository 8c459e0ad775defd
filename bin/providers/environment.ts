export type Environment = Record<string, string | undefined>;

/** A setting that has no value counts as missing. */
export const settingOf = (environment: Environment, name: string): string | undefined =>
  environment[name]?.trim() || undefined;

/** Whether a key belongs to Stripe's test mode, where nothing is real. */
export const isStripeTestKey = (key: string): boolean => /^(sk|rk)_test_/.test(key);

export const NO_STRIPE_TEST_KEY = "STRIPE_SECRET_KEY is not a key of the test mode (sk_test_…)";
