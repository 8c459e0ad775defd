import { hash } from "node:crypto";

/** The key under which attempts for an email are counted. */
export function emailHashOf(emailKey: string): string {
  return hash("sha256", emailKey, "hex");
}
