import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { signatureHeaders } from "./delivery/signature-headers";
import { VERIFICATION_CODE } from "./verification-code";

interface Verification {
  isSigned(headers: Record<string, string>, body: string, secret: string): boolean;
  isSignedByBody(headers: Record<string, string>, body: string, secret: string): boolean;
}

const url = `data:text/javascript,${encodeURIComponent(VERIFICATION_CODE)}`;
const { isSigned, isSignedByBody }: Verification = await import(/* @vite-ignore */ url);

const [current, before, other] = ["b25l", "dHdv", "dGhyZWU="].map((text) => `whsec_${text}`) as [
  string,
  string,
  string,
];
const body = '{"event":"user.kyc-event","data":{"firstName":"Zoë"}}';

/** The headers in the form that a Node receiver gets. */
function headersAt(timestampS: number, secrets: string[]): Record<string, string> {
  const signed = signatureHeaders({ eventId: "evt_1", timestampS, body, secrets });
  return Object.fromEntries(Object.entries(signed).map(([name, v]) => [name.toLowerCase(), v]));
}
const nowS = () => Math.floor(Date.now() / 1_000);

test("the published code accepts our signatures", () => {
  const headers = headersAt(nowS(), [current]);
  expect(isSigned(headers, body, current)).toBe(true);
  expect(isSignedByBody(headers, body, current)).toBe(true);
});

test("during a roll the previous secret is accepted, only by the standard header", () => {
  const headers = headersAt(nowS(), [current, before]);
  expect(isSigned(headers, body, before)).toBe(true);
  expect(isSignedByBody(headers, body, before)).toBe(false);
});

test("another body, another secret and an old time are refused", () => {
  const headers = headersAt(nowS(), [current]);
  expect(isSigned(headers, `${body} `, current)).toBe(false);
  expect(isSigned(headers, body, other)).toBe(false);
  expect(isSigned(headersAt(nowS() - 301, [current]), body, current)).toBe(false);
  expect(isSigned({ ...headers, "webhook-timestamp": "x" }, body, current)).toBe(false);
  expect(isSignedByBody(headers, `${body} `, current)).toBe(false);
  expect(isSignedByBody(headers, body, other)).toBe(false);
});

test.each([
  ["no signature", undefined],
  ["one of the right length in other letters", `é${"a".repeat(63)}`],
  ["an empty one", ""],
])("%s is refused without an exception", (_, signature) => {
  const headers = Object.fromEntries(
    Object.entries({
      ...headersAt(nowS(), [current]),
      "webhook-signature": signature,
      "x-webhook-signature": signature,
    }).filter(([, value]) => value !== undefined),
  ) as Record<string, string>;
  expect(isSigned(headers, body, current)).toBe(false);
  expect(isSignedByBody(headers, body, current)).toBe(false);
});

test("docs/webhooks.md shows this code", () => {
  const guide = readFileSync("docs/webhooks.md", "utf8");
  expect(guide).toContain(`\`\`\`js\n${VERIFICATION_CODE.trim()}\n\`\`\``);
});
