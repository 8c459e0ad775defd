import { createHmac } from "node:crypto";
import fc from "fast-check";
import { Webhook } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import { signatureHeaders } from "./signature-headers";

const CURRENT = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw5pDqJJd6w2c=";
const PREVIOUS = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD1hDA0bY3b1s=";
const OTHER = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const EVENT_ID = "evt_01k9x6k2v8e5t2v7w4y0z1a2b3";
const BODY =
  '{"event":"user.kyc-event","timestamp":"2026-11-20T10:00:00.000Z","data":{"firstName":"Zoë 😀"}}';

const nowS = () => Math.floor(Date.now() / 1_000);
const signed = (secrets: readonly string[], body = BODY, timestampS = nowS()) =>
  signatureHeaders({ eventId: EVENT_ID, timestampS, body, secrets });

describe("X-Webhook-Signature", () => {
  test("is this for this body and this secret, for good", () => {
    // printf '{"a":1}' | openssl dgst -sha256 -hmac whsec_MfKQ…
    expect(signed([CURRENT], '{"a":1}')["X-Webhook-Signature"]).toBe(
      "a91f9aae3b5ba0a533019c90a1be7e31b975f2a81e72d20c779467bdd2c5789e",
    );
  });

  test("is over the UTF-8 bytes, keyed with the whole text of the current secret alone", () => {
    const bytes = Buffer.from(BODY, "utf8");
    const expected = createHmac("sha256", Buffer.from(CURRENT)).update(bytes).digest("hex");
    expect(signed([CURRENT, PREVIOUS])["X-Webhook-Signature"]).toBe(expected);
  });
});

test.each(['{ "a": 1 }', '{"a":1.0}', '{"a":1,"a":2}', '{"a":"\\u00e9"}', '{"a":1}\n'])(
  "both signatures sign the exact text that is sent, not its parsed content: %j",
  (body) => {
    const headers = signed([CURRENT], body);
    const expected = createHmac("sha256", CURRENT).update(body).digest("hex");
    expect(headers["X-Webhook-Signature"]).toBe(expected);
    expect(() => new Webhook(CURRENT).verify(body, headers)).not.toThrow();
  },
);

describe("the Standard Webhooks headers", () => {
  test("are these for this body, time and secrets, for good", () => {
    expect(signed([CURRENT, PREVIOUS], '{"a":1}', 1_700_000_000)).toMatchObject({
      "webhook-id": EVENT_ID,
      "webhook-timestamp": "1700000000",
      "webhook-signature":
        "v1,2t5gl9BxSc0v3vO9ssEoDSBgpW3DGqENm4msvW3SZkg= v1,gztsk0oIyLeva3jtUDWXhMBgNCiJtPrmCTXKEeGoQeI=",
    });
  });

  test("are those that the standard's own library makes", () => {
    const timestampS = nowS();
    const theirs = [CURRENT, PREVIOUS].map((secret) =>
      new Webhook(secret).sign(EVENT_ID, new Date(timestampS * 1_000), BODY),
    );
    const headers = signed([CURRENT, PREVIOUS], BODY, timestampS);
    expect(headers["webhook-signature"]).toBe(theirs.join(" "));
  });

  test.each([
    ["the current secret", CURRENT],
    ["the one before, while it signs", PREVIOUS],
  ])("are taken by the standard's library with %s", (_, secret) => {
    const headers = signed([CURRENT, PREVIOUS]);
    expect(new Webhook(secret).verify(BODY, headers)).toEqual(JSON.parse(BODY));
    expect(new Webhook(secret).verify(Buffer.from(BODY), headers)).toEqual(JSON.parse(BODY));
  });

  test("are taken for any JSON body", () => {
    fc.assert(
      fc.property(fc.json({ stringUnit: "binary" }), (body) => {
        const headers = signed([CURRENT], body);
        expect(() => new Webhook(CURRENT).verify(Buffer.from(body), headers)).not.toThrow();
      }),
      { numRuns: 200 },
    );
  });

  test("are refused for a body of which any byte changed", () => {
    const headers = signed([CURRENT, PREVIOUS]);
    const bytes = Buffer.from(BODY);
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      for (const secret of [CURRENT, PREVIOUS])
        expect(() => new Webhook(secret).verify(changed, headers), `byte ${at}`).toThrow(
          "No matching signature",
        );
    }
    expect(() => new Webhook(CURRENT).verify(`${BODY}\n`, headers)).toThrow();
    expect(() =>
      new Webhook(CURRENT).verify(BODY.replace("😀", "\\ud83d\\ude00"), headers),
    ).toThrow();
  });

  test.each([
    ["another id", { "webhook-id": "evt_other" }],
    ["another time", { "webhook-timestamp": String(nowS() - 1) }],
    ["a time long gone", { "webhook-timestamp": String(nowS() - 600) }],
  ])("are refused with %s", (_, change) => {
    const headers = { ...signed([CURRENT]), ...change };
    expect(() => new Webhook(CURRENT).verify(BODY, headers)).toThrow();
  });

  test("are refused by a secret that does not sign any more", () => {
    const headers = signed([CURRENT]);
    expect(() => new Webhook(PREVIOUS).verify(BODY, headers)).toThrow();
    expect(() => new Webhook(OTHER).verify(BODY, headers)).toThrow();
  });

  test("hold five signatures at most, the current one first", () => {
    const secrets = Array.from(
      { length: 9 },
      (_, byte) => `whsec_${Buffer.alloc(24, byte).toString("base64")}`,
    );
    const signatures = signed(secrets)["webhook-signature"]?.split(" ") ?? [];
    expect(signatures).toHaveLength(5);
    expect(signatures[0]).toBe(signed(secrets.slice(0, 1))["webhook-signature"]);
    expect(signatures[4]).toBe(signed(secrets.slice(4, 5))["webhook-signature"]);
  });
});

describe("nothing is signed", () => {
  test.each([
    ["without a secret", []],
    ["with an empty one", [""]],
    ["with one of another form", ["sk_live_abc"]],
    ["with a prefix alone, which is no key", ["whsec_"]],
    ["with one that is not base64, beside one that is", [CURRENT, "whsec_not base64"]],
  ])("%s", (_, secrets) => {
    expect(() => signed(secrets)).toThrow(/secret/);
  });

  test("the refusal to sign does not show the secret", () => {
    expect(() => signed(["whsec_hush hush"])).not.toThrow(/hush/);
  });
});
