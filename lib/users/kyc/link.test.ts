import { describe, expect, test, vi } from "vitest";
import { newId } from "@/lib/kernel/ids";
import { tokenOf } from "@/test/http/user-client";
import { sessionOfToken, verificationUrl } from "./link";

const sessionId = newId("kyc");
const token = tokenOf(verificationUrl(sessionId));

test("a link identifies its session and is the same each time", () => {
  expect(verificationUrl(sessionId)).toBe(`http://127.0.0.1:3000/verify/${token}`);
  expect(verificationUrl(sessionId)).toBe(verificationUrl(sessionId));
  expect(sessionOfToken(token)).toBe(sessionId);
  expect(token).toMatch(/^[\w.-]+$/);
});

describe("a forged token is refused", () => {
  const [, mac = ""] = token.split(".");
  const other = tokenOf(verificationUrl(newId("kyc")));
  const flipped = `${mac.slice(0, -2)}${mac.at(-2) === "A" ? "B" : "A"}${mac.at(-1)}`;

  test.each([
    ["nothing", ""],
    ["the session alone", sessionId],
    ["no signature", `${sessionId}.`],
    ["a changed signature", `${sessionId}.${flipped}`],
    ["a short signature", `${sessionId}.${mac.slice(0, -1)}`],
    ["a long signature", `${token}A`],
    ["another session's signature", `${sessionId}.${other.split(".")[1]}`],
    ["another session", `${newId("kyc")}.${mac}`],
    ["another kind of id", `${newId("usr")}.${mac}`],
    ["a signature of as many characters, not bytes", `${sessionId}.${"é".repeat(mac.length)}`],
    ["NUL", `${token}\u0000`],
    ["a second dot", `${token}.x`],
    ["a dot first", `.${token}`],
    ["spaces around", ` ${token} `],
    ["a path", `../${token}`],
  ])("%s", (_, forged) => {
    expect(sessionOfToken(forged)).toBeUndefined();
  });

  test("a token signed with another secret", async () => {
    vi.resetModules();
    vi.stubEnv("LINK_SECRET", Buffer.alloc(32, 9).toString("base64"));
    const { sessionOfToken: withOtherSecret } = await import("./link");
    expect(withOtherSecret(token)).toBeUndefined();
    vi.unstubAllEnvs();
  });
});
