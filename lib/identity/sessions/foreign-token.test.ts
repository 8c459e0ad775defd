import { decode, encode } from "next-auth/jwt";
import { expect, test, vi } from "vitest";
import { env } from "@/lib/kernel/env";
import { currentPerson } from "./current-person";
import { sessionCookie } from "./session-cookie";

vi.mock("next-auth/jwt", { spy: true });

const base64 = (value: string) => Buffer.from(value).toString("base64url");
const personOf = (token: string) =>
  currentPerson({ headers: new Headers({ cookie: `${sessionCookie().name}=${token}` }) });

/** A token whose key would be derived from a password in ten thousand rounds. */
function slowToken(): string {
  const header = { alg: "PBES2-HS512+A256KW", enc: "A256GCM", p2c: 10_000, p2s: base64("salt") };
  const parts = [JSON.stringify(header), "k".repeat(40), "i".repeat(12), "text", "t".repeat(16)];
  return parts.map(base64).join(".");
}

test("a token with an algorithm that the service does not use is refused before it is decrypted", async () => {
  expect(await personOf(slowToken())).toBeUndefined();
  expect(await personOf(`${base64("null")}.a.b.c.d`)).toBeUndefined();
  expect(decode).not.toHaveBeenCalled();
});

test("a token of the service's own algorithm is decrypted", async () => {
  const token = await encode({ token: {}, secret: env().NEXTAUTH_SECRET });
  expect(await personOf(token)).toBeUndefined();
  expect(decode).toHaveBeenCalledOnce();
});
