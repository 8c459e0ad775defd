import { createRequire } from "node:module";

const load = createRequire(import.meta.url);

/**
 * The package `stripe`. Loading it takes about 0.3 s, so only a process that calls Stripe loads it, with its first use.
 */
export const stripeSdk = (): typeof import("stripe").default => load("stripe");

/** The package `lithic`, loaded with its first use as `stripe` is. */
export const lithicSdk = (): typeof import("lithic") => load("lithic");
