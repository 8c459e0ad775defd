import { createHmac } from "node:crypto";
import { Webhook } from "standardwebhooks";
import Stripe from "stripe";
import { describe, expect, test } from "vitest";
import { payloadDigestFault } from "./payload-digest";
import type { SignedMessage } from "./signed-message";
import { standardSignature, standardSignatureFault } from "./standard-webhook";
import { stripeSignatureFault } from "./stripe-signature";

const stripe = new Stripe("sk_test_123456789012");
const receivedAt = new Date("2026-11-23T10:00:00Z");
const nowS = receivedAt.getTime() / 1_000;
const payload = JSON.stringify({ id: "evt_1", name: "Café ☕" });
const body = Buffer.from(payload);

/** A message with headers as a server gets them; several values are several headers of one name. */
function message(headers: Record<string, string | string[]>, signed = body): SignedMessage {
  const received = new Headers();
  for (const [name, values] of Object.entries(headers))
    for (const value of [values].flat()) received.append(name, value);
  return { body: signed, header: (name) => received.get(name), receivedAt };
}

describe("Stripe-Signature, as the official package signs", () => {
  const secret = "whsec_one";
  const headerAt = (timestamp: number, by = secret) =>
    stripe.webhooks.generateTestHeaderString({ payload, secret: by, timestamp });
  const faultOf = (signature: string | string[], secrets = [secret], signed = body) =>
    stripeSignatureFault(secrets, message({ "stripe-signature": signature }, signed));
  const isValid = (...parts: Parameters<typeof faultOf>) => faultOf(...parts) === undefined;

  test("accepts a message of now, with one of several secrets", () => {
    expect(isValid(headerAt(nowS))).toBe(true);
    expect(isValid(headerAt(nowS), ["whsec_new", secret])).toBe(true);
    expect(isValid(headerAt(nowS), ["whsec_new"])).toBe(false);
  });

  test("accepts a message that is signed with an unknown and a known secret", () => {
    const [, other] = headerAt(nowS, "whsec_other").split(",");
    expect(isValid(`${headerAt(nowS)},${other}`)).toBe(true);
    expect(isValid(`t=${nowS},${other},${headerAt(nowS).split(",")[1]}`)).toBe(true);
  });

  test.each([
    [-300, true],
    [-301, false],
    [300, true],
    [301, false],
  ])("a message %d s from our time is accepted: %s", (ageS, accepted) => {
    expect(isValid(headerAt(nowS + ageS))).toBe(accepted);
  });

  test("refuses another body, another time and other schemes", () => {
    expect(isValid(headerAt(nowS), [secret], Buffer.from(`${payload} `))).toBe(false);
    expect(isValid(headerAt(nowS).replace(`t=${nowS}`, `t=${nowS - 1}`))).toBe(false);
    expect(isValid(headerAt(nowS).replace("v1=", "v0="))).toBe(false);
  });

  test.each(["", "t=,v1=", `t=${nowS}`, "v1=00", `t=${nowS},v1=zz`, "t=1e9,v1=00", "==,,=="])(
    "refuses the header %j",
    (header) => expect(isValid(header)).toBe(false),
  );

  test("refuses every message without a secret, also one that is signed with an empty secret", () => {
    expect(faultOf(headerAt(nowS), [])).toBe("no secret");
    const v1 = createHmac("sha256", "").update(`${nowS}.${payload}`).digest("hex");
    expect(faultOf(`t=${nowS},v1=${v1}`, [""])).toBe("no secret");
    expect(faultOf(`t=${nowS},v1=${v1}`, ["", secret])).toBe("wrong");
  });

  test.each<[string, string | string[], string]>([
    ["is absent", "", "no signature"],
    ["has no time", "v1=00", "malformed"],
    ["has two times", `t=${nowS},${headerAt(nowS)}`, "malformed"],
    ["arrives twice", [headerAt(nowS), headerAt(nowS)], "malformed"],
    ["has only another scheme", headerAt(nowS).replace("v1=", "v0="), "malformed"],
    ["has a time that is no number", `t=1e9,v1=${"0".repeat(64)}`, "malformed"],
    ["is older than five minutes", headerAt(nowS - 301), "too old"],
    ["is from the future", headerAt(nowS + 301), "in the future"],
    ["has a signature that is too short", headerAt(nowS).slice(0, -1), "wrong"],
    ["has a signature that is too long", `${headerAt(nowS)}0`, "wrong"],
    [
      "has a signature in upper case",
      headerAt(nowS).toUpperCase().replace("T=", "t=").replace("V1=", "v1="),
      "wrong",
    ],
    ["has characters beyond ASCII", `t=${nowS},v1=${"é".repeat(64)}`, "wrong"],
    [
      "has more than ten wrong signatures",
      `t=${nowS}${",v1=00".repeat(10)},${headerAt(nowS).split(",")[1]}`,
      "wrong",
    ],
  ])("names the fault of a header that %s", (_, header, fault) => {
    expect(faultOf(header)).toBe(fault);
  });

  test("the official package accepts exactly the same headers", () => {
    for (const header of [headerAt(nowS), headerAt(nowS - 299), headerAt(nowS, "whsec_b"), "x"]) {
      let official = true;
      try {
        stripe.webhooks.constructEvent(body, header, secret, 300, undefined, nowS * 1_000);
      } catch {
        official = false;
      }
      expect([header, isValid(header)]).toEqual([header, official]);
    }
  });
});

describe("Standard Webhooks, as the official package signs", () => {
  const secret = `whsec_${Buffer.alloc(24, 7).toString("base64")}`;
  const other = `whsec_${Buffer.alloc(24, 8).toString("base64")}`;
  const signed = (at: Date, by = secret, id = "msg_1") => ({
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
    "webhook-signature": new Webhook(by).sign(id, at, payload),
  });
  const faultOf = (headers: Record<string, string | string[]>, secrets = [secret], of = body) =>
    standardSignatureFault(secrets, message(headers, of));
  const isValid = (...parts: Parameters<typeof faultOf>) => faultOf(...parts) === undefined;
  const inS = (s: number) => new Date(receivedAt.getTime() + s * 1_000);

  test("accepts a message of now, with one of several secrets and signatures", () => {
    expect(isValid(signed(receivedAt))).toBe(true);
    expect(isValid(signed(receivedAt), [other, secret])).toBe(true);
    expect(isValid(signed(receivedAt), [other])).toBe(false);
    const both = `${signed(receivedAt, other)["webhook-signature"]} ${signed(receivedAt)["webhook-signature"]}`;
    expect(isValid({ ...signed(receivedAt), "webhook-signature": both })).toBe(true);
  });

  test.each([
    [-300, true],
    [-301, false],
    [301, false],
  ])("a message %d s from our time is accepted: %s", (ageS, accepted) => {
    expect(isValid(signed(inS(ageS)))).toBe(accepted);
  });

  test("refuses another body, id or time, and other versions", () => {
    expect(isValid(signed(receivedAt), [secret], Buffer.from("{}"))).toBe(false);
    expect(isValid({ ...signed(receivedAt), "webhook-id": "msg_2" })).toBe(false);
    expect(isValid({ ...signed(receivedAt), "webhook-timestamp": `${nowS - 1}` })).toBe(false);
    const signature = signed(receivedAt)["webhook-signature"].replace("v1,", "v2,");
    expect(isValid({ ...signed(receivedAt), "webhook-signature": signature })).toBe(false);
  });

  test("refuses a message without any of the headers, and every message without a secret", () => {
    for (const name of ["webhook-id", "webhook-timestamp", "webhook-signature"] as const) {
      const { [name]: _, ...rest } = signed(receivedAt);
      expect(isValid(rest)).toBe(false);
    }
    expect(isValid(signed(receivedAt), [])).toBe(false);
    expect(isValid(signed(receivedAt), ["whsec_"])).toBe(false);
  });

  test("an empty secret and one that is no base64 sign nothing", () => {
    const head = { "webhook-id": "msg_1", "webhook-timestamp": `${nowS}` };
    const text = `msg_1.${nowS}.${payload}`;
    const byEmpty = createHmac("sha256", "").update(text).digest("base64");
    const headers = { ...head, "webhook-signature": `v1,${byEmpty}` };
    for (const unusable of ["", "whsec_", "whsec_!!!!", "whsec_äöü="])
      expect([unusable, faultOf(headers, [unusable])]).toEqual([unusable, "no secret"]);
    expect(faultOf(headers, ["", secret])).toBe("wrong");
  });

  const valid = signed(receivedAt);
  const signature = valid["webhook-signature"];
  test.each<[string, Record<string, string | string[]>, string | undefined]>([
    ["no signature", { "webhook-signature": "" }, "no signature"],
    ["no id", { "webhook-id": "" }, "malformed"],
    ["no time", { "webhook-timestamp": "" }, "malformed"],
    ["a time twice", { "webhook-timestamp": [`${nowS}`, `${nowS}`] }, "malformed"],
    ["an id twice", { "webhook-id": ["msg_1", "msg_1"] }, "wrong"],
    ["only another version", { "webhook-signature": "v2,AAAA" }, "malformed"],
    ["a signature that is too short", { "webhook-signature": signature.slice(0, -1) }, "wrong"],
    ["a signature that is too long", { "webhook-signature": `${signature}A` }, "wrong"],
    [
      "a signature in another encoding",
      { "webhook-signature": `${signature.slice(0, -1)}%3D` },
      "wrong",
    ],
    ["characters beyond ASCII", { "webhook-signature": `v1,${"é".repeat(44)}` }, "wrong"],
    ["an id beyond ASCII", { "webhook-id": "msg_é" }, "wrong"],
    [
      "a right signature after ten wrong ones",
      { "webhook-signature": `${"v1,A ".repeat(10)}${signature}` },
      "wrong",
    ],
    [
      "a right signature in a second header",
      { "webhook-signature": ["v1,A", signature] },
      undefined,
    ],
  ])("names the fault of a message with %s", (_, headers, fault) => {
    expect(faultOf({ ...valid, ...headers })).toBe(fault);
  });

  test("names the fault of an old message and of one from the future", () => {
    expect(faultOf(signed(inS(-301)))).toBe("too old");
    expect(faultOf(signed(inS(301)))).toBe("in the future");
  });

  test("our own signature is the official package's, and is accepted", () => {
    const own = standardSignature(secret, { id: "msg_1", timestampS: nowS, body: payload });
    expect(own).toBe(signature);
    expect(isValid({ ...valid, "webhook-signature": own })).toBe(true);
    for (const unusable of ["", "whsec_", "whsec_!", secret.slice(6)])
      expect(() =>
        standardSignature(unusable, { id: "msg_1", timestampS: nowS, body: payload }),
      ).toThrow(/secret/);
  });
});

describe("Sumsub's X-Payload-Digest", () => {
  const secret = "sumsub secret";
  const digest = (algorithm: string, by = secret) =>
    createHmac(algorithm, by).update(body).digest("hex");
  const signed = {
    "x-payload-digest": digest("sha256"),
    "x-payload-digest-alg": "HMAC_SHA256_HEX",
  };
  const sha512 = { "x-payload-digest-alg": "HMAC_SHA512_HEX" };
  const faultOf = (headers: Record<string, string | string[]>, secrets = [secret], of = body) =>
    payloadDigestFault(secrets, message({ ...signed, ...headers }, of));

  test("accepts both algorithms, with one of several secrets", () => {
    expect(faultOf({})).toBeUndefined();
    expect(faultOf({}, ["next", secret])).toBeUndefined();
    expect(faultOf({ ...sha512, "x-payload-digest": digest("sha512") })).toBeUndefined();
  });

  test.each<[string, Record<string, string | string[]>, string]>([
    ["no signature", { "x-payload-digest": "" }, "no signature"],
    ["no algorithm", { "x-payload-digest-alg": "" }, "malformed"],
    [
      "SHA-1",
      { "x-payload-digest": digest("sha1"), "x-payload-digest-alg": "HMAC_SHA1_HEX" },
      "malformed",
    ],
    ["an inherited name as algorithm", { "x-payload-digest-alg": "constructor" }, "malformed"],
    [
      "the algorithm twice",
      { "x-payload-digest-alg": ["HMAC_SHA256_HEX", "HMAC_SHA256_HEX"] },
      "malformed",
    ],
    ["the signature twice", { "x-payload-digest": [digest("sha256"), digest("sha256")] }, "wrong"],
    ["the signature of another algorithm", sha512, "wrong"],
    ["the signature of another secret", { "x-payload-digest": digest("sha256", "other") }, "wrong"],
    ["a signature that is too short", { "x-payload-digest": digest("sha256").slice(1) }, "wrong"],
    ["a signature that is too long", { "x-payload-digest": `${digest("sha256")}00` }, "wrong"],
    ["a signature in upper case", { "x-payload-digest": digest("sha256").toUpperCase() }, "wrong"],
    ["characters beyond ASCII", { "x-payload-digest": "é".repeat(64) }, "wrong"],
  ])("names the fault of a message with %s", (_, headers, fault) => {
    expect(faultOf(headers)).toBe(fault);
  });

  test("refuses another body, and every message without a secret", () => {
    expect(faultOf({}, [secret], Buffer.from("{}"))).toBe("wrong");
    expect(faultOf({}, [])).toBe("no secret");
    expect(faultOf({ "x-payload-digest": digest("sha256", "") }, [""])).toBe("no secret");
    expect(faultOf({ "x-payload-digest": digest("sha256", "") }, ["", secret])).toBe("wrong");
  });
});
