import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { env } from "@/lib/kernel/env";
import { readCookies } from "./read-cookies";
import { isSecure } from "./session-cookie";

/** How long a browser counts as known for a person after a sign-in. */
const KNOWN_FOR_S = 180 * 24 * 60 * 60;
/** The maximum number of people per browser; the oldest entry is dropped first. */
const MAX_PEOPLE = 5;
const BROWSER_ID_BYTES = 12;
/** personId.browserId.expiresS.mac */
const SHAPE = /^(prs_[0-9a-z]{26})\.([\w-]{16})\.(\d{10})\.([\w-]{43})$/;

interface Known {
  id: string;
  /** Bound into the MAC, so that a new password makes every browser of the person unknown. */
  passwordHash: string;
}

interface Entry {
  personId: string;
  browserId: string;
  expiresS: number;
  mac: string;
  text: string;
}

const cookieName = () => `${isSecure() ? "__Host-" : ""}known-browser`;

function macOf({ id, passwordHash }: Known, browserId: string, expiresS: number): string {
  const bound = JSON.stringify(["known browser", id, browserId, expiresS, passwordHash]);
  return createHmac("sha256", env().NEXTAUTH_SECRET).update(bound).digest("base64url");
}

function entriesOf(cookieHeader: string | null): Entry[] {
  const parts = (readCookies(cookieHeader)[cookieName()] ?? "").split("~");
  return parts.flatMap((text) => {
    const [, personId, browserId, expires, mac] = SHAPE.exec(text) ?? [];
    if (!personId || !browserId || !mac) return [];
    return [{ personId, browserId, expiresS: Number(expires), mac, text }];
  });
}

/**
 * The id of this browser if the person has signed in with it and has not changed the password since; undefined
 * otherwise. Source: docs/decisions/0042-sign-in-attempts.md
 */
export function knownBrowserId(
  cookieHeader: string | null,
  person: Known | undefined,
  at: Date,
): string | undefined {
  if (!person) return undefined;
  const entry = entriesOf(cookieHeader).find(({ personId }) => personId === person.id);
  if (!entry || entry.expiresS * 1000 <= at.getTime()) return undefined;
  const expected = macOf(person, entry.browserId, entry.expiresS);
  const isOurs = timingSafeEqual(Buffer.from(entry.mac), Buffer.from(expected));
  return isOurs ? entry.browserId : undefined;
}

/** The `Set-Cookie` line that makes a browser known for a person after a sign-in; entries of other people are kept. */
export function knownBrowserCookie(cookieHeader: string | null, person: Known, at: Date): string {
  const browserId =
    knownBrowserId(cookieHeader, person, at) ?? randomBytes(BROWSER_ID_BYTES).toString("base64url");
  const expiresS = Math.floor(at.getTime() / 1000) + KNOWN_FOR_S;
  const own = [person.id, browserId, expiresS, macOf(person, browserId, expiresS)].join(".");
  const others = entriesOf(cookieHeader).filter(({ personId }) => personId !== person.id);
  const value = [...others.map(({ text }) => text), own].slice(-MAX_PEOPLE).join("~");
  const secure = isSecure() ? "; Secure" : "";
  return `${cookieName()}=${value}; Path=/; Max-Age=${KNOWN_FOR_S}; HttpOnly${secure}; SameSite=Lax`;
}
