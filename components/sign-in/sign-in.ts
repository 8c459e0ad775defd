interface Credentials {
  email: string;
  password: string;
  totp: string;
}

export type SignInOutcome =
  | { kind: "done" }
  /** Without saying what was wrong: the service does not either. */
  | { kind: "refused" }
  | { kind: "throttled"; retryAfterS: number }
  | { kind: "failed"; requestId: string | undefined };

/** Signs in by the service's own addresses. */
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
    if (response.status === 429)
      return { kind: "throttled", retryAfterS: Number(response.headers.get("Retry-After") ?? 1) };
    return response.status === 401 ? { kind: "refused" } : { kind: "failed", requestId };
  } catch {
    return { kind: "failed", requestId }; // No answer, or none of ours: the person is told, and can repeat.
  }
}
