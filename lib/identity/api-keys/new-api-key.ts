import { randomBytes } from "node:crypto";
import { env } from "@/lib/kernel/env";
import { newId } from "@/lib/kernel/ids";
import { hashKey } from "./authenticate-key";
import type { NewApiKeyRow } from "./sql-store";

type Made = Omit<NewApiKeyRow, "id" | "hint" | "keyHash">;

const KEY_BYTES = 32;

/**
 * The beginning of a key: its environment and, where the service has several cells, its cell, by which requests are
 * routed.
 */
function keyPrefix(): string {
  const { SERVICE_ENVIRONMENT: environment, CELL: cell } = env();
  const prefix = environment === "production" ? "sk_live_" : "sk_staging_";
  return cell === undefined ? prefix : `${prefix}${cell}_`;
}

/** A new API key of 256 random bits, and its row. Source: design 7, keys; docs/scaling.md. */
export function newApiKey(made: Made): { apiKey: string; row: NewApiKeyRow } {
  const prefix = keyPrefix();
  const apiKey = prefix + randomBytes(KEY_BYTES).toString("base64url");
  const hint = `${apiKey.slice(0, prefix.length + 4)}…${apiKey.slice(-4)}`;
  const row = { id: newId("key"), ...made, hint, keyHash: hashKey(apiKey) };
  return { apiKey, row };
}
