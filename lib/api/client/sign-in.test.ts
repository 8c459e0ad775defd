import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { signIn, signInWithPasskey, startSingleSignOn } from "./sign-in";

/** Answers nothing until the request is aborted, as a connection that was lost without notice. */
const silent = (_: unknown, { signal }: RequestInit = {}) =>
  new Promise<Response>((_resolve, reject) => {
    if (signal?.aborted) reject(signal.reason);
    else signal?.addEventListener("abort", () => reject(signal.reason));
  });

beforeEach(() => {
  vi.stubGlobal("fetch", silent);
  vi.stubGlobal("location", { href: "https://service.example/sign-in" });
  vi.stubGlobal("window", globalThis);
  vi.spyOn(AbortSignal, "timeout").mockImplementation(() => AbortSignal.abort());
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test.each([
  ["by password", () => signIn({ email: "a@example.com", password: "secret", totp: "" })],
  ["with a passkey", () => signInWithPasskey()],
  ["at the identity provider", () => startSingleSignOn("a@example.com")],
])("a sign-in %s that gets no response ends, and can be tried again", async (_, attempt) => {
  expect(await attempt()).toMatchObject({ kind: "failed" });
});
