import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { checkWebhook } from "./check-webhook.mjs";

// The published example of Standard Webhooks: its signature was not made by our code.
const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const body = Buffer.from('{"test": 2432232314}');
const sentS = 1_614_265_330;
const right = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";
const headers = {
  "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
  "webhook-timestamp": String(sentS),
  "webhook-signature": right,
  "x-webhook-signature": createHmac("sha256", secret).update(body).digest("hex"),
};

const check = (change?: Partial<Parameters<typeof checkWebhook>[0]>) =>
  checkWebhook({ headers, body, secret, nowMs: sentS * 1000 + 900, ...change });
const withHeaders = (change: Record<string, string | undefined>) =>
  check({ headers: { ...headers, ...change } });

test("both signatures are accepted for the bytes that were sent", () => {
  expect(check()).toEqual({ xWebhookSignature: "ok", standardWebhooks: "ok" });
});

test.each([
  ["another secret", { secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSx" }],
  ["one byte more", { body: Buffer.from('{"test": 2432232314}\n') }],
  ["the same JSON in another format", { body: Buffer.from('{"test":2432232314}') }],
])("both signatures are wrong with %s", (_, change) => {
  const { xWebhookSignature, standardWebhooks } = check(change);
  expect(xWebhookSignature).toContain("wrong");
  expect(standardWebhooks).toContain("wrong");
});

test("no signature is accepted without a secret", () => {
  expect(Object.values(check({ secret: undefined })).join()).not.toMatch(/\bok\b/);
});

test.each([
  "",
  "00",
  right,
  headers["x-webhook-signature"].slice(1),
  headers["x-webhook-signature"].toUpperCase(),
])("X-Webhook-Signature %j is refused", (given) => {
  expect(withHeaders({ "x-webhook-signature": given }).xWebhookSignature).not.toBe("ok");
});

describe("webhook-signature", () => {
  const standard = (change: Record<string, string | undefined>) =>
    withHeaders(change).standardWebhooks;

  test("is accepted if one of several is right, as while a secret is rotated", () => {
    const given = `v1,${Buffer.alloc(32).toString("base64")} v2,x ${right}`;
    expect(standard({ "webhook-signature": given })).toBe("ok");
  });

  test.each([right.slice(3), `v2,${right.slice(3)}`, `${right},`, "v1,", "v1"])(
    "%j is refused",
    (given) => {
      expect(standard({ "webhook-signature": given })).toContain("wrong");
    },
  );

  test.each(["webhook-id", "webhook-timestamp", "webhook-signature"])("requires %s", (name) => {
    expect(standard({ [name]: undefined })).toBe(`no ${name}`);
  });

  test("covers the id and the timestamp", () => {
    expect(standard({ "webhook-id": "msg_other" })).toContain("wrong");
    expect(standard({ "webhook-timestamp": String(sentS + 1) })).toContain("wrong");
    expect(standard({ "webhook-timestamp": "2021-02-25" })).toContain("unix seconds");
  });

  test.each([
    [300, "ok"],
    [301, "301 s old"],
    [-300, "ok"],
    [-301, "301 s ahead"],
  ])("%i s after it was sent: %s", (laterS, expected) => {
    expect(check({ nowMs: (sentS + laterS) * 1000 }).standardWebhooks).toContain(expected);
  });
});
