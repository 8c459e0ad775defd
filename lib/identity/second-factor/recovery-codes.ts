import { hash, randomInt } from "node:crypto";

const COUNT = 10;
const GROUP_CHARACTERS = 5;
/** Without the characters that are read as others. */
const ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz";
const SHAPE = /^[2-9a-hjkmnp-z]{5}-?[2-9a-hjkmnp-z]{5}$/;

const group = () =>
  Array.from({ length: GROUP_CHARACTERS }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");

/**
 * The SHA-256 of a recovery code, hex, however it was typed; undefined for what is none. Codes have 49 random bits and
 * are tried under the lock of sign-ins, so that a fast hash is enough.
 */
export function hashRecoveryCode(typed: string): string | undefined {
  const code = typed.replaceAll(" ", "").toLowerCase();
  return SHAPE.test(code) ? hash("sha256", code.replace("-", ""), "hex") : undefined;
}

/** Codes for people, and what is kept of them. */
export function newRecoveryCodes(): { codes: string[]; hashes: string[] } {
  const codes = Array.from({ length: COUNT }, () => `${group()}-${group()}`);
  return { codes, hashes: codes.map((code) => hash("sha256", code.replace("-", ""), "hex")) };
}
