import { randomBytes, randomInt } from "node:crypto";
import { TOTP } from "otpauth";
import { GET as authGet, POST as authPost } from "@/app/api/auth/[...nextauth]/route";
import type { Role } from "@/lib/contract/roles";
import { createPerson } from "@/lib/identity/create-person";
import { now } from "@/lib/kernel/clock";
import { type Answer, type CallOptions, call, sql } from "./make";

/** People and their browsers, for tests of what needs a session. */
export interface TestPerson {
  personId: string;
  email: string;
  password: string;
  totpSecret?: string;
}

interface PersonOptions {
  partnerId?: string;
  role?: Role;
  withTotp?: boolean;
  /** Long ago when left out, so that the approvals of the operator's people count. */
  createdAt?: Date;
}

const MONTH_MS = 30 * 24 * 3_600_000;

/** One of the operator's people with a second factor, an administrator unless told otherwise; or one of a partner's. */
export async function makePerson({
  partnerId,
  role = partnerId === undefined ? "admin" : "owner",
  withTotp = partnerId === undefined,
  createdAt = new Date(now().getTime() - MONTH_MS),
}: PersonOptions = {}): Promise<TestPerson> {
  const email = `${randomBytes(8).toString("hex")}@example.com`;
  const password = randomBytes(12).toString("base64url");
  const side = partnerId === undefined ? {} : { partnerId };
  const name = "Test";
  const person = { ...side, email, password, name, role, withTotp, createdAt };
  // The database lets its owner alone make an operator without an invitation.
  const made = await createPerson(person, partnerId === undefined ? sql : undefined);
  return { ...made, email, password };
}

/** The code that a person's authenticator shows; another one, `steps` of 30 s later or earlier. */
export function codeOf({ totpSecret }: Pick<TestPerson, "totpSecret">, steps = 0): string {
  if (totpSecret === undefined) throw new Error("the person has no second factor");
  const timestamp = now().getTime() + steps * 30_000;
  return new TOTP({ secret: totpSecret, algorithm: "SHA1", digits: 6, period: 30 }).generate({
    timestamp,
  });
}

/** A code that the person's authenticator shows neither now nor a step before or after. */
export function wrongCodeOf(person: TestPerson): string {
  const right = [-2, -1, 0, 1, 2].map((steps) => codeOf(person, steps));
  const code = (first: number) => String(first % 1_000_000).padStart(6, "0");
  let candidate = randomInt(1_000_000);
  while (right.includes(code(candidate))) candidate += 1;
  return code(candidate);
}

type Fields = Record<string, string>;

const anIpv4Address = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;

/** A browser: it keeps the cookies that it is given, and sends them. Each has an address of its own unless one is given. */
export function makeBrowser(address = anIpv4Address()) {
  const jar = new Map<string, string>();

  function headersWith(more: Fields = {}): Fields {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    return { "x-forwarded-for": address, ...(cookie === "" ? {} : { cookie }), ...more };
  }

  function keep(response: { headers: Headers }): void {
    for (const line of response.headers.getSetCookie()) {
      const [name = "", value = ""] = line.split(";")[0]?.split(/=(.*)/s) ?? [];
      if (value === "" || /max-age=0|expires=thu, 01 jan 1970/i.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
  }

  /** Fields are sent as a form, text as it is. */
  async function auth(
    method: "GET" | "POST",
    action: string,
    body?: Fields | string,
    headers?: Fields,
  ) {
    const response = await (method === "GET" ? authGet : authPost)(
      new Request(`http://127.0.0.1:3000/api/auth/${action}`, {
        method,
        headers: headersWith(headers),
        body: typeof body === "object" ? new URLSearchParams(body) : (body ?? null),
      }),
      { params: Promise.resolve({ nextauth: action.split("?")[0]?.split("/") ?? [] }) },
    );
    keep(response);
    return response;
  }

  async function csrfToken(): Promise<string> {
    const response = await auth("GET", "csrf");
    return ((await response.json()) as { csrfToken: string }).csrfToken;
  }

  return {
    jar,
    address,
    auth,
    csrfToken,
    /** Signs in as the sign-in page does; answers with next-auth's response. */
    signIn: async (fields: Fields) =>
      auth("POST", "callback/credentials", {
        csrfToken: await csrfToken(),
        json: "true",
        ...fields,
      }),
    signOut: async () => auth("POST", "signout", { csrfToken: await csrfToken(), json: "true" }),
    session: async () => (await auth("GET", "session")).json() as Promise<Fields>,
    /** Calls a route of administrators. */
    call: (handler: Parameters<typeof call>[0], options: CallOptions = {}): Promise<Answer> =>
      call(handler, { ...options, headers: headersWith(options.headers) }),
  };
}

export type Browser = ReturnType<typeof makeBrowser>;

/** A browser in which a person has signed in, with the second factor when there is one. */
export async function signedIn(person: TestPerson): Promise<Browser> {
  const browser = makeBrowser();
  const { email, password, totpSecret } = person;
  const totp = totpSecret === undefined ? "" : codeOf(person);
  const response = await browser.signIn({ email, password, totp });
  if (response.status !== 200) throw new Error(`could not sign in: ${await response.text()}`);
  return browser;
}
