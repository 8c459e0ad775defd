import { randomBytes } from "node:crypto";
import { TOTP } from "otpauth";
import type pg from "pg";
import type { Role } from "@/lib/contract/roles";
import { createPerson } from "@/lib/identity/create-person";

const WARM_UP = 5;
const MEASURED = 40;
const MOST_LATE = 10;
const IN_A_TURN = 10;

export interface Reader {
  role: Role;
  partnerId?: string;
}

/** Signs two new people in: a page can send six requests, and one person may not send them as fast as this. */
export const signInTwo = async (owner: pg.Client, baseUrl: string, reader: Reader) => [
  await signIn(owner, baseUrl, reader),
  await signIn(owner, baseUrl, reader),
];

/** Makes a person and signs them in; returns the cookies of the session. `owner` makes them, as an operator must be. */
export async function signIn(
  owner: pg.Client,
  baseUrl: string,
  { role, partnerId }: Reader,
): Promise<string> {
  const email = `${randomBytes(8).toString("hex")}@example.com`;
  const password = randomBytes(12).toString("base64url");
  const side = partnerId === undefined ? {} : { partnerId };
  const withTotp = partnerId === undefined;
  const person = await createPerson(
    { ...side, email, password, name: "Bench", role, withTotp },
    (text, values) => owner.query(text, values),
  );
  const totp =
    person.totpSecret === undefined ? "" : new TOTP({ secret: person.totpSecret }).generate();
  const cookies = new Map<string, string>();
  const send = async (path: string, init: RequestInit = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(new URL(path, baseUrl), {
      ...init,
      redirect: "manual",
      headers: { ...(init.headers as Record<string, string>), cookie },
    });
    for (const line of response.headers.getSetCookie()) {
      const [name = "", value = ""] = line.split(";")[0]?.split(/=(.*)/s) ?? [];
      cookies.set(name, value);
    }
    return response;
  };
  const { csrfToken } = (await (await send("/api/auth/csrf")).json()) as { csrfToken: string };
  const answer = await send("/api/auth/callback/credentials", {
    method: "POST",
    body: new URLSearchParams({ csrfToken, json: "true", email, password, totp }),
  });
  if (answer.status !== 200) throw new Error(`nobody signed in: ${answer.status}`);
  return [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
}

/** A page of one service. */
export interface PageTarget {
  url: URL;
  /** The sessions that read by turns. */
  cookies: readonly string[];
}

/** Reads a page once. Returns its time; undefined when it came without its list. */
async function timeOf({ url, cookies }: PageTarget, count: number): Promise<number | undefined> {
  const startedMs = performance.now();
  const cookie = cookies[count % cookies.length] ?? "";
  const response = await fetch(url, { headers: { cookie }, redirect: "manual" });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${url.pathname} answers ${response.status}`);
  // A page begins with the shape of one; what it shows must be in it too.
  return /Loading the (?!page)/.test(text) ? undefined : performance.now() - startedMs;
}

/**
 * One request after the other: what a page takes by itself. Ten go to each of the targets by turns, so that a change of
 * the machine's speed affects all of them. A page that comes without its list, because the list took longer than the
 * server waits, is requested again; undefined when that happens too often.
 */
async function timesOf(targets: readonly PageTarget[]): Promise<(number[] | undefined)[]> {
  const all = targets.map((target) => ({
    target,
    times: [] as number[],
    count: 0,
    lateCount: 0,
  }));
  type Measured = (typeof all)[number];
  const isOpen = ({ times, lateCount }: Measured) =>
    times.length < MEASURED && lateCount <= MOST_LATE;
  const readOnce = async (each: Measured) => {
    const timeMs = await timeOf(each.target, each.count);
    each.count += 1;
    if (timeMs === undefined) each.lateCount += 1;
    else if (each.count > WARM_UP) each.times.push(timeMs);
  };
  // Who was last is first next, so that no target always follows the same one.
  for (let order = all; all.some(isOpen); order = order.toReversed())
    for (const each of order)
      for (let turn = 0; turn < IN_A_TURN && isOpen(each); turn++) await readOnce(each);
  return all.map(({ times, lateCount }) =>
    lateCount > MOST_LATE ? undefined : times.sort((one, other) => one - other),
  );
}

const at = (times: readonly number[] | undefined, share: number) =>
  times
    ? Number((times[Math.floor(share * times.length)] ?? 0).toFixed(1))
    : Number.POSITIVE_INFINITY;

/** Reads a page several times, and returns the row of a table. Infinite times are those of a page without its list. */
export async function timePage(name: string, url: URL, cookies: readonly string[]) {
  const [times] = await timesOf([{ url, cookies }]);
  return {
    page: name,
    "least ms": at(times, 0),
    "p50 ms": at(times, 0.5),
    "p99 ms": at(times, 0.99),
  };
}

/** Reads the same page of several services by turns, and returns its p50 in milliseconds of each. */
export async function comparePages(targets: readonly PageTarget[]): Promise<number[]> {
  return (await timesOf(targets)).map((times) => at(times, 0.5));
}
