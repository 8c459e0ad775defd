import type { NextAuthOptions } from "next-auth";
import credentialsProvider from "next-auth/providers/credentials";
import type { OAuthConfig } from "next-auth/providers/oauth";
import { now } from "@/lib/kernel/clock";
import { DAY_S } from "@/lib/kernel/durations";
import { env } from "@/lib/kernel/env";
import { ServiceError } from "@/lib/kernel/errors";
import { log } from "@/lib/kernel/log";
import { signInWithPasskey } from "../passkeys/sign-in-with-passkey";
import { SESSION_S, type Visitor } from "../sessions/begin-session";
import { isSecure, sessionCookie } from "../sessions/session-cookie";
import { type SignInOutcome, signIn } from "../sessions/sign-in";
import { signOut } from "../sessions/sign-out";
import { findSession } from "../sql-store";

/** A sign-in by an identity provider, for the requests that belong to one. */
interface ProviderVisit {
  provider: OAuthConfig<Record<string, unknown>>;
  /** Begins a session for validated claims; undefined for a refusal. */
  signIn(claims: unknown): Promise<{ sessionId: string; knownBrowser: string } | undefined>;
}

interface Visit {
  requestId: string;
  ipAddress: string | null;
  userAgent: string | null;
  cookieHeader: string | null;
  /** Receives `Set-Cookie` lines in addition to next-auth's own. */
  cookies: string[];
  /** Receives internal errors, which next-auth would turn into a refusal or a missing session. */
  failures: unknown[];
  sso?: ProviderVisit | undefined;
}

/**
 * How long the token in the cookie is valid. A session ends by its row and the clock of the database, the token by the clocks of the
 * processes that make and read it: it lasts a day longer, so that a process whose clock is wrong ends no session early.
 */
const TOKEN_S = SESSION_S + DAY_S;

type Callbacks = NonNullable<NextAuthOptions["callbacks"]>;

/** The person of a valid session. For an invalid session this throws, and next-auth deletes the cookie. */
const presentSession =
  (guarded: Guard): NonNullable<Callbacks["session"]> =>
  async ({ session, token }) => {
    const person = await guarded(() => findSession(String(token.sid), now()));
    if (!person) throw new Error("the session has ended");
    const { id, partnerId, email, name, role, sessionExpiresAt } = person;
    const user = { id, email, name, role, ...(partnerId === null ? {} : { partnerId }) };
    return { ...session, user, expires: sessionExpiresAt.toISOString() };
  };

/** Allows redirects only to this service. */
const redirectWithin: NonNullable<Callbacks["redirect"]> = ({ url, baseUrl }) => {
  const target = URL.canParse(url, baseUrl) ? new URL(url, baseUrl) : undefined;
  return target?.origin === new URL(baseUrl).origin ? target.href : baseUrl;
};

type Guard = <T>(work: () => Promise<T>) => Promise<T>;

/** Error names in next-auth's response for a correct password with a missing or wrong code. */
const REFUSALS = {
  "code-required": "SecondFactorRequired",
  "code-wrong": "SecondFactorInvalid",
  "sso-required": "SingleSignOnRequired",
} as const;

type Credentials = Record<string, string> | undefined;

const authorized =
  (
    guarded: Guard,
    { ipAddress, userAgent, cookieHeader, cookies, requestId }: Visit,
    attempt: (credentials: Credentials, visitor: Visitor) => Promise<SignInOutcome>,
  ) =>
  async (credentials: Credentials) => {
    const outcome = await guarded(async () => {
      const visitor = { ipAddress, userAgent, cookieHeader, requestId };
      const attempted = await attempt(credentials, visitor);
      if (attempted.kind === "locked") throw lockedError(attempted.retryAfterS);
      return attempted;
    });
    if (outcome.kind === "refused") return null;
    if (outcome.kind !== "signed-in") throw new Error(REFUSALS[outcome.kind]);
    cookies.push(outcome.knownBrowser);
    return { id: outcome.sessionId };
  };

/** Begins the session of an identity provider's sign-in. Its id replaces that of the provider in next-auth's user. */
const admitted =
  (guarded: Guard, { sso, cookies }: Visit): NonNullable<Callbacks["signIn"]> =>
  async ({ user, account, profile }) => {
    if (account?.type !== "oauth") return true;
    const session = await guarded(async () => sso?.signIn(profile));
    if (!session) return false;
    user.id = session.sessionId;
    cookies.push(session.knownBrowser);
    return true;
  };

function lockedError(retryAfterS: number): ServiceError {
  return new ServiceError("SIGN_IN_LOCKED", {
    text: `Too many sign-in attempts. Try again in ${retryAfterS} s.`,
    headers: { "Retry-After": String(retryAfterS) },
  });
}

/**
 * next-auth's options for one request. The token holds only a session id; the session is a database row.
 * Source: design 9.
 */
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
    jwt: { maxAge: TOKEN_S },
    useSecureCookies: isSecure(),
    cookies: { sessionToken: sessionCookie() },
    pages: { signIn: "/sign-in", error: "/sign-in" },
    providers: [
      credentialsProvider({
        credentials: { email: {}, password: {}, totp: {} },
        authorize: authorized(guarded, visit, signIn),
      }),
      credentialsProvider({
        id: "passkey",
        credentials: { assertion: {} },
        authorize: authorized(guarded, visit, (given, visitor) =>
          signInWithPasskey(given?.assertion, visitor),
        ),
      }),
      ...(visit.sso ? [visit.sso.provider] : []),
    ],
    callbacks: {
      signIn: admitted(guarded, visit),
      jwt: ({ token, user }) => ({ sid: user?.id ?? token.sid }),
      session: presentSession(guarded),
      redirect: redirectWithin,
    },
    events: {
      signOut: ({ token }) => guarded(() => signOut(String(token.sid), { ipAddress, requestId })),
    },
    // Only codes are logged: the messages quote the request.
    logger: {
      error: (code) => log().info({ code }, "next-auth refused"),
      warn: (code) => log().warn({ code }, "next-auth"),
    },
  };
}
