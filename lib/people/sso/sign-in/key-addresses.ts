import { LRUCache } from "lru-cache";
import { perProcess } from "@/lib/kernel/per-process";

const MAX_KNOWN = 10_000;

const known = () =>
  perProcess("addresses of provider keys", () => new LRUCache<string, true>({ max: MAX_KNOWN }));

/** Notes where a provider has its keys, before a sign-in reads them. Such a response has a lower limit. */
export function noteKeyAddress(jwksUri: string): void {
  known().set(new URL(jwksUri).href, true);
}

/** Whether a request to this address, as `URL` writes it, reads keys of a provider. */
export const isKeyAddress = (href: string | undefined): boolean =>
  href !== undefined && known().has(href);
