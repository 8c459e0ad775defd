import type { Import } from "./imports";

/**
 * The folders of lib, in the order in which they build on each other: each may import only from those above it, types
 * too. Why this order: docs/decisions/0062-layers-of-lib.md
 */
export const LAYERS: readonly string[] = [
  "kernel",
  "db",
  "ledger",
  "contract",
  "mail",
  "identity",
  "alerts",
  "checks",
  "audit",
  "chain",
  "webhooks",
  "wallet",
  "partners",
  "withdrawals",
  "cards",
  "users",
  "deposits",
  "treasury",
  "people",
  "backoffice",
  "activity",
  "accounting",
  "notifications",
  "sandbox",
  "request-log",
  "http",
  "operations",
  "api",
];

/** Returns `cards` for `lib/cards/issuer/port.ts`; undefined outside of lib, empty for a file directly in lib. */
export function layerOf(path: string): string | undefined {
  if (!path.startsWith("lib/")) return undefined;
  const [, folder = "", ...rest] = path.split("/");
  return rest.length === 0 ? "" : folder;
}

/** Whether a file of lib imports from a folder that is not above its own in the list. */
export function isUpward({ from, target, isPackage }: Import): boolean {
  const [own, other] = [layerOf(from.path), isPackage ? undefined : layerOf(target)];
  if (own === undefined || other === undefined || own === other) return false;
  const place = LAYERS.indexOf(other);
  return place === -1 || place >= LAYERS.indexOf(own);
}
