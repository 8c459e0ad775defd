import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { silenceFetch } from "@/test/silent-fetch";
import { signIn, signInWithPasskey, startSingleSignOn } from "./sign-in";

beforeEach(() => {
  silenceFetch();
  vi.stubGlobal("location", { href: "https://service.example/sign-in" });
  vi.stubGlobal("window", globalThis);
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
