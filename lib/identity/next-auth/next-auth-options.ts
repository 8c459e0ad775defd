import type { NextAuthOptions } from "next-auth";
import credentialsProvider from "next-auth/providers/credentials";
import { now } from "@/lib/kernel/clock";
import { env } from "@/lib/kernel/env";
import { ServiceError } from "@/lib/kernel/errors";
import { log } from "@/lib/kernel/log";
import { isSecure, sessionCookie } from "../sessions/session-cookie";
import { SESSION_S, signIn } from "../sessions/sign-in";
import { signOut } from "../sessions/sign-out";
import { findSession } from "../store";

interface Visit {
  requestId: string;
  ipAddress: string | null;
  userAgent: string | null;
  cookieHeader: string | null;
  /** `Set-Cookie` lines beside next-auth's own go here. */
  cookies: string[];
  /** Faults of ours go here: next-auth would make a refusal or a signed-out person of them. */
  failures: unknown[];
}

type Callbacks = NonNullable<NextAuthOptions["callbacks"]>;

/** The person of a session that still holds; next-auth drops the cookie of one that does not. */
const presentSession =
  (guarded: Guard): NonNullable<Callbacks["session"]> =>
  async ({ session, token }) => {
    const person = await guarded(() => findSession(String(token.sid), now()));
    if (!person) throw new Error("the session has ended");
    const { id, partnerId, email, name, role, sessionExpiresAt } = person;
    const user = { id, email, name, role, ...(partnerId === null ? {} : { partnerId }) };
    return { ...session, user, expires: sessionExpiresAt.toISOString() };
  };

/** Only to pages of ours, whatever a request names. */
const redirectWithin: NonNullable<Callbacks["redirect"]> = ({ url, baseUrl }) => {
  const target = URL.canParse(url, baseUrl) ? new URL(url, baseUrl) : undefined;
  return target?.origin === new URL(baseUrl).origin ? target.href : baseUrl;
};

type Guard = <T>(work: () => Promise<T>) => Promise<T>;

/** What next-auth names in the answer when the password was right and the code is missing or wrong. */
const REFUSALS = {
  "code-required": "SecondFactorRequired",
  "code-wrong": "SecondFactorInvalid",
} as const;

const authorized =
  (guarded: Guard, { ipAddress, userAgent, cookieHeader, cookies }: Visit) =>
  async (credentials: unknown) => {
    const outcome = await guarded(async () => {
      const attempted = await signIn(credentials, { ipAddress, userAgent, cookieHeader });
      if (attempted.kind === "locked") throw lockedError(attempted.retryAfterS);
      return attempted;
    });
    if (outcome.kind === "refused") return null;
    if (outcome.kind !== "signed-in") throw new Error(REFUSALS[outcome.kind]);
    cookies.push(outcome.knownBrowser);
    return { id: outcome.sessionId };
  };

function lockedError(retryAfterS: number): ServiceError {
  return new ServiceError("SIGN_IN_LOCKED", {
    text: `Too many sign-in attempts. Try again in ${retryAfterS} s.`,
    headers: { "Retry-After": String(retryAfterS) },
  });
}

/** next-auth for one request. Its token holds a session id and nothing else; the session is a row. Source: design 9. */
export function nextAuthOptions(visit: Visit): NextAuthOptions {
  const { requestId, ipAddress, failures } = visit;
  const guarded: Guard = async (work) => {
    try {
      return await work();
    } catch (error) {
      failures.push(error);
      throw error;
    }
  };
  return {
    secret: env().NEXTAUTH_SECRET,
    session: { strategy: "jwt", maxAge: SESSION_S },
    jwt: { maxAge: SESSION_S },
    useSecureCookies: isSecure(),
    cookies: { sessionToken: sessionCookie() },
    pages: { signIn: "/sign-in", error: "/sign-in" },
    providers: [
      credentialsProvider({
        credentials: { email: {}, password: {}, totp: {} },
        authorize: authorized(guarded, visit),
      }),
    ],
    callbacks: {
      jwt: ({ token, user }) => ({ sid: user?.id ?? token.sid }),
      session: presentSession(guarded),
      redirect: redirectWithin,
    },
    events: {
      signOut: ({ token }) => guarded(() => signOut(String(token.sid), { ipAddress, requestId })),
    },
    // Their texts quote what was sent; the code says what it was.
    logger: {
      error: (code) => log().info({ code }, "next-auth refused"),
      warn: (code) => log().warn({ code }, "next-auth"),
    },
  };
}
