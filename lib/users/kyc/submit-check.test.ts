import "@/test/database";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { shiftClock } from "@/lib/kernel/clock";
import { requestDurations } from "@/lib/kernel/request-durations";
import { atOneInstant } from "@/test/fixtures/at-one-instant";
import { eventsOf } from "@/test/fixtures/books";
import { endTests, makePartner, type TestPartner } from "@/test/fixtures/make";
import { expectRefusal, expectSuccess, invalidFields } from "@/test/http/expect-answer";
import { submitCheck, tokenOf, type UserClient, userClientOf } from "@/test/http/user-client";
import { LINK_LIFETIME_MS } from "./new-session";

let partner: TestPartner;
let client: UserClient;
let serviceId: string;
let token: string;

beforeEach(async () => {
  partner = await makePartner();
  client = userClientOf(partner);
  const made = await client.make({ redirectUrl: "https://shop.example/done" });
  serviceId = made.serviceId;
  token = tokenOf(made.verificationUrl);
});
afterAll(endTests);

const user = async () => (await client.get(serviceId)).json.data;
const events = () => eventsOf(partner.partnerId, "user.kyc-event");
const back = () => `https://shop.example/done?referenceId=${serviceId}`;

describe("a sample document decides", () => {
  test("valid: approved", async () => {
    expectSuccess(await submitCheck(token), {
      outcome: "approved",
      advice: [],
      returnUrl: back(),
    });
    expect((await user()).status).toBe("approved");
    expect((await events())[0].data.status).toBe("approved");
  });

  test.each([
    [
      "unsupported_region",
      "WRONG_USER_REGION",
      ["The country or region of the document is not supported."],
    ],
    ["forged", "FORGERY,REGULATIONS_VIOLATIONS", []],
  ])("%s: denied with %s", async (sample, reason, advice) => {
    expectSuccess(await submitCheck(token, { sample }), {
      outcome: "denied",
      advice,
      returnUrl: back(),
    });
    expect((await user()).status).toBe("denied");
    expect((await events())[0].data.reason).toBe(reason);
  });

  test.each(["blurred", "expired"])("%s: more is needed, by the new link", async (sample) => {
    const answer = await submitCheck(token, { sample });
    const { verificationUrl, status } = await user();
    expect(status).toBe("pending_kyc");
    expectSuccess(answer, {
      outcome: "needsVerification",
      advice: [expect.any(String)],
      returnUrl: back(),
      nextUrl: verificationUrl,
    });
    expect((await events())[0].data.verificationLink).toBe(verificationUrl);
    await submitCheck(tokenOf(verificationUrl));
    expect((await user()).status).toBe("approved");
  });
});

describe("is refused", () => {
  test("a second time", async () => {
    await submitCheck(token);
    expectRefusal(await submitCheck(token, { sample: "forged" }), 400, "KYC_NOT_OPEN");
    expect((await user()).status).toBe("approved");
    expect(await events()).toHaveLength(1);
  });

  test("except one of 5 concurrent submissions", async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => submitCheck(token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers)
      if (answer.status !== 200) expectRefusal(answer, 400, "KYC_NOT_OPEN");
    expect(await events()).toHaveLength(1);
  });

  test("a check is refused once the link has expired", async () => {
    shiftClock(LINK_LIFETIME_MS);
    try {
      expectRefusal(await submitCheck(token), 404, "KYC_SESSION_NOT_FOUND");
    } finally {
      shiftClock(-LINK_LIFETIME_MS);
    }
    expect((await user()).status).toBe("pending");
  });

  test("a check by a link that is replaced, decided elsewhere, forged or of a deleted user is refused", async () => {
    await client.simulate(serviceId, { status: "needsVerification" });
    expectRefusal(await submitCheck(token), 400, "KYC_NOT_OPEN");
    const other = tokenOf((await client.make()).verificationUrl);
    const forged = `${token.split(".")[0]}.${other.split(".")[1]}`;
    for (const text of [forged, "", "x"])
      expectRefusal(await submitCheck(text), 404, "KYC_SESSION_NOT_FOUND");
    const gone = await client.make();
    await client.remove(gone.serviceId);
    expectRefusal(await submitCheck(tokenOf(gone.verificationUrl)), 404, "KYC_SESSION_NOT_FOUND");
  });

  test.each<Record<string, string>>([
    {},
    { origin: "null" },
    { origin: "https://evil.example" },
    { origin: "http://127.0.0.1:3000.evil.example" },
  ])("from another page: %j", async (headers) => {
    expectRefusal(await submitCheck(token, {}, headers), 403, "ORIGIN_NOT_ALLOWED");
    expect((await user()).status).toBe("pending");
  });

  test.each([
    [{ documentKind: "library_card" }, "documentKind: isIn"],
    [{ documentKind: undefined }, "documentKind: isNotEmpty"],
    [{ country: "XX" }, "country: isISO31661Alpha2"],
    [{ sample: "approved" }, "sample: isIn"],
    [{ sample: "__proto__" }, "sample: isIn"],
    [{ faceChecked: false }, "faceChecked: equals"],
    [{ faceChecked: undefined }, "faceChecked: isNotEmpty"],
  ])("with %j", async (changes, field) => {
    expect(invalidFields(await submitCheck(token, changes))).toEqual([field]);
    expect((await user()).status).toBe("pending");
  });

  test("a check that is no JSON, too large, or comes too often is refused", async () => {
    const origin = "http://127.0.0.1:3000";
    const plain = { origin, "content-type": "text/plain" };
    const refused = await atOneInstant(async () => {
      expectRefusal(await submitCheck(token, {}, plain), 415, "UNSUPPORTED_MEDIA_TYPE");
      const padding = "x".repeat(65 * 1024);
      expectRefusal(await submitCheck(token, { padding }), 413, "PAYLOAD_TOO_LARGE");
      for (let n = 0; n < 3; n++) await submitCheck(token, { sample: "none" });
      return submitCheck(token);
    });
    expectRefusal(refused, 429, "RATE_LIMITED");
    expect(refused.headers.get("retry-after")).toBe("1");
  });
});

test("submissions are counted in the metrics of requests, with their status", async () => {
  const countOf = async (status: number) => {
    const { values } = await requestDurations.get();
    const found = values.find(
      ({ metricName, labels }) =>
        metricName?.endsWith("_count") &&
        labels.operation === "submitCheck" &&
        labels.status === status,
    );
    return found?.value ?? 0;
  };
  const before = { succeeded: await countOf(200), refused: await countOf(400) };
  await submitCheck(token);
  await submitCheck(token);
  expect({ succeeded: await countOf(200), refused: await countOf(400) }).toEqual({
    succeeded: before.succeeded + 1,
    refused: before.refused + 1,
  });
});
