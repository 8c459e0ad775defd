import { toApiError } from "./api-error";
import { readAnswer } from "./read-answer";
import type { ApiData } from "./types";

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
  /** The password is correct, and the person's company requires single sign-on. */
  | { kind: "sso-required" }
  /** Too many attempts for this email. */
  | { kind: "locked"; untilMs: number }
  /** Too many requests from this address. */
  | { kind: "throttled"; untilMs: number }
  /** The authenticator or the service has no such passkey, or it was cancelled. */
  | { kind: "no-passkey"; text: string }
  /** The second step took too long. */
  | { kind: "timed-out" }
  | { kind: "failed"; requestId: string | undefined };

/** The error names in the address to which next-auth redirects after a refusal. */
const REFUSALS: Record<string, SignInOutcome> = {
  SecondFactorRequired: { kind: "code-required" },
  SecondFactorInvalid: { kind: "code-wrong" },
  SingleSignOnRequired: { kind: "sso-required" },
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

/** A connection can stay open without a response for many minutes. This is the longest wait before another try. */
const TIMEOUT_MS = 30_000;

const inTime = () => ({ signal: AbortSignal.timeout(TIMEOUT_MS) });

/** Sends fields to an action of next-auth, with the token against cross-site requests. */
async function post(action: string, fields: Record<string, string>): Promise<Response> {
  const token = await fetch("/api/auth/csrf", inTime());
  const { csrfToken } = await token.json();
  const body = new URLSearchParams({ csrfToken, json: "true", ...fields });
  return fetch(`/api/auth/${action}`, { method: "POST", body, ...inTime() });
}

/** The present page without the reason of an earlier refusal, to which the identity provider's sign-in leads back. */
function presentPage(): string {
  const url = new URL(window.location.href);
  url.searchParams.delete("error");
  return url.href;
}

/** Begins a single sign-on; `go` has the address of the identity provider, or of the sign-in page with a reason. */
export async function startSingleSignOn(
  email: string,
): Promise<SignInOutcome | { kind: "go"; url: string }> {
  let requestId: string | undefined;
  try {
    const response = await post("signin/sso", { email, callbackUrl: presentPage() });
    requestId = response.headers.get("X-Request-Id") ?? undefined;
    if (response.status === 429) return await waitOf(response);
    if (!response.ok) return { kind: "failed", requestId };
    return { kind: "go", url: String((await response.json()).url) };
  } catch {
    return { kind: "failed", requestId }; // No response, or an unknown one: the person sees an error and can retry.
  }
}

/** Performs one step of the sign-in, with the service's own endpoints. */
export function signIn({ email, password, totp }: Credentials): Promise<SignInOutcome> {
  return send("credentials", { email, password, totp });
}

const UNKNOWN_PASSKEY = "This passkey is not registered here. Sign in with your password.";

/** Signs in with a passkey that the person chooses. Its library is loaded by the call. */
export async function signInWithPasskey(): Promise<SignInOutcome> {
  try {
    const { signWithPasskey } = await import("./passkeys");
    const begun = await fetch("/api/passkey-sign-ins", { method: "POST", ...inTime() });
    const { options } = (await readAnswer(begun)) as ApiData<"startPasskeySignIn">;
    const { made, fault } = await signWithPasskey(options);
    if (fault !== undefined) return { kind: "no-passkey", text: fault };
    const outcome = await send("passkey", { assertion: JSON.stringify(made) });
    return outcome.kind === "refused" ? { kind: "no-passkey", text: UNKNOWN_PASSKEY } : outcome;
  } catch (error) {
    const { code, text, requestId, retryAfterS } = toApiError(error);
    if (code === "RATE_LIMITED")
      return { kind: "throttled", untilMs: Date.now() + (retryAfterS ?? 1) * 1_000 };
    if (code === "PASSKEYS_UNAVAILABLE") return { kind: "no-passkey", text };
    return { kind: "failed", requestId };
  }
}

async function send(
  provider: "credentials" | "passkey",
  fields: Record<string, string>,
): Promise<SignInOutcome> {
  let requestId: string | undefined;
  try {
    const response = await post(`callback/${provider}`, fields);
    requestId = response.headers.get("X-Request-Id") ?? undefined;
    if (response.ok) return { kind: "done" };
    if (response.status === 429) return await waitOf(response);
    return response.status === 401 ? await refusalOf(response) : { kind: "failed", requestId };
  } catch {
    return { kind: "failed", requestId }; // No response, or an unknown one: the person sees an error and can retry.
  }
}
