interface Credentials {
  email: string;
  password: string;
  /** Empty in the first step, and for people without a second factor. */
  totp: string;
}

export type SignInOutcome =
  | { kind: "done" }
  /** Contains no reason, because the service gives none. */
  | { kind: "refused" }
  /** The password is correct and the account has a second factor. */
  | { kind: "code-required" }
  | { kind: "code-wrong" }
  /** Too many attempts for this email. */
  | { kind: "locked"; untilMs: number }
  /** Too many requests from this address. */
  | { kind: "throttled"; untilMs: number }
  /** The second step took too long. */
  | { kind: "timed-out" }
  | { kind: "failed"; requestId: string | undefined };

/** The error names in the address to which next-auth redirects after a refusal. */
const REFUSALS: Record<string, SignInOutcome> = {
  SecondFactorRequired: { kind: "code-required" },
  SecondFactorInvalid: { kind: "code-wrong" },
};

async function refusalOf(response: Response): Promise<SignInOutcome> {
  const { url } = await response.json();
  return REFUSALS[new URL(url).searchParams.get("error") ?? ""] ?? { kind: "refused" };
}

async function waitOf(response: Response): Promise<SignInOutcome> {
  const untilMs = Date.now() + Number(response.headers.get("Retry-After") ?? 1) * 1000;
  const { message } = await response.json();
  return { kind: message === "SIGN_IN_LOCKED" ? "locked" : "throttled", untilMs };
}

/** Performs one step of the sign-in, with the service's own endpoints. */
export async function signIn({ email, password, totp }: Credentials): Promise<SignInOutcome> {
  let requestId: string | undefined;
  try {
    const token = await fetch("/api/auth/csrf");
    const { csrfToken } = await token.json();
    const response = await fetch("/api/auth/callback/credentials", {
      method: "POST",
      body: new URLSearchParams({ csrfToken, json: "true", email, password, totp }),
    });
    requestId = response.headers.get("X-Request-Id") ?? undefined;
    if (response.ok) return { kind: "done" };
    if (response.status === 429) return await waitOf(response);
    return response.status === 401 ? await refusalOf(response) : { kind: "failed", requestId };
  } catch {
    return { kind: "failed", requestId }; // No response, or an unknown one: the person sees an error and can retry.
  }
}
