import { hash, randomInt } from "node:crypto";

const COUNT = 10;
const GROUP_CHARACTERS = 5;
/** Omits characters that are easily confused. */
const ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz";
const SHAPE = /^[2-9a-hjkmnp-z]{5}-?[2-9a-hjkmnp-z]{5}$/;

const group = () =>
  Array.from({ length: GROUP_CHARACTERS }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");

/**
 * The SHA-256 of a recovery code, hex, ignoring case, spaces and the hyphen. Undefined if the text is no recovery code.
 * Codes have 49 random bits and attempts are locked like sign-ins, so a fast hash is enough.
 */
export function hashRecoveryCode(typed: string): string | undefined {
  const code = typed.replaceAll(" ", "").toLowerCase();
  return SHAPE.test(code) ? hash("sha256", code.replace("-", ""), "hex") : undefined;
}

/** New recovery codes, and their hashes for storage. */
export function newRecoveryCodes(): { codes: string[]; hashes: string[] } {
  const codes = Array.from({ length: COUNT }, () => `${group()}-${group()}`);
  return { codes, hashes: codes.map((code) => hash("sha256", code.replace("-", ""), "hex")) };
}
