import "@/test/database";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { KYC_OUTCOMES, type KycOutcome } from "@/lib/contract/kyc-outcomes";
import { DENIAL_CODES } from "@/lib/users/kyc/denial-codes";
import { USER_STATUSES, type UserStatus } from "@/lib/users/states";
import { eventsOf } from "@/test/fixtures/books";
import {
  call,
  endTests,
  makeApprovedUser,
  makePartner,
  sql,
  type TestPartner,
} from "@/test/fixtures/make";
import { expectRefusal, expectSuccess, invalidFields, TIMESTAMP } from "@/test/http/expect-answer";
import { type UserClient, userClientOf } from "@/test/http/user-client";

let partner: TestPartner;
let client: UserClient;

beforeEach(async () => {
  partner = await makePartner();
  client = userClientOf(partner);
});
afterEach(() => vi.unstubAllEnvs());
afterAll(endTests);

/** Source: spec: User KYC; design 7 for `needsVerification`. */
const NEXT: Record<KycOutcome, UserStatus> = {
  approved: "approved",
  denied: "denied",
  needsVerification: "pending_kyc",
};
const events = () => eventsOf(partner.partnerId, "user.kyc-event");

describe.each(USER_STATUSES)("a user that is %s", (before) => {
  test.each(KYC_OUTCOMES)("gets the status of the outcome %s, with one event", async (outcome) => {
    const serviceId = await makeApprovedUser(partner, { status: before });
    const answer = await client.simulate(serviceId, { status: outcome });
    expectSuccess(answer, { serviceId, status: NEXT[outcome] });
    expect((await client.get(serviceId)).json.data.status).toBe(NEXT[outcome]);
    expect(await events()).toEqual([
      expect.objectContaining({ data: expect.objectContaining({ serviceId, status: outcome }) }),
    ]);
  });
});

describe("the event", () => {
  const person = { email: "Amara@Example.com", firstName: "Amara", lastName: "Okafor" };

  test("the event of an approval has no reason and no link", async () => {
    const { serviceId } = await client.make(person);
    await client.simulate(serviceId, { status: "approved", reason: "FORGERY" });
    expect(await events()).toStrictEqual([
      {
        event: "user.kyc-event",
        timestamp: TIMESTAMP,
        data: { serviceId, status: "approved", ...person },
      },
    ]);
  });

  test.each([
    [undefined, "REGULATIONS_VIOLATIONS"],
    ["WRONG_USER_REGION", "WRONG_USER_REGION"],
    ["WRONG_USER_REGION,REGULATIONS_VIOLATIONS", "WRONG_USER_REGION,REGULATIONS_VIOLATIONS"],
    ["FORGERY, SPAM", "FORGERY,SPAM"],
  ])("of a denial always has a reason: %s", async (reason, sent) => {
    const { serviceId } = await client.make(person);
    await client.simulate(serviceId, { status: "denied", ...(reason && { reason }) });
    expect(await events()).toStrictEqual([
      {
        event: "user.kyc-event",
        timestamp: TIMESTAMP,
        data: { serviceId, status: "denied", ...person, reason: sent },
      },
    ]);
  });

  test("the event of needsVerification has the new link and no reason", async () => {
    const { serviceId, verificationUrl } = await client.make(person);
    await client.simulate(serviceId, { status: "needsVerification", reason: "LOW_QUALITY" });
    const link = (await client.get(serviceId)).json.data.verificationUrl;
    expect(link).not.toBe(verificationUrl);
    expect(await events()).toStrictEqual([
      {
        event: "user.kyc-event",
        timestamp: TIMESTAMP,
        data: { serviceId, status: "needsVerification", ...person, verificationLink: link },
      },
    ]);
  });
});

describe("several outcomes", () => {
  test("each of several outcomes sets the status and sends an event, also a repeated one", async () => {
    const { serviceId } = await client.make();
    const steps: KycOutcome[] = [
      "approved",
      "approved",
      "denied",
      "needsVerification",
      "needsVerification",
      "approved",
    ];
    for (const status of steps) {
      const answer = await client.simulate(serviceId, { status });
      expect(answer.json.data.status).toBe(NEXT[status]);
    }
    expect((await events()).map((event) => event.data.status)).toEqual(steps);
  });

  test("20 concurrent ones: each sends its event, and the user has the status of the last one", async () => {
    const { serviceId } = await client.make();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        client.simulate(serviceId, { status: KYC_OUTCOMES[n % 3] }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const sent: KycOutcome[] = (await events()).map((event) => event.data.status);
    expect(sent.toSorted()).toEqual(
      Array.from({ length: 20 }, (_, n) => KYC_OUTCOMES[n % 3]).toSorted(),
    );
    const { status } = (await client.get(serviceId)).json.data;
    expect(status).toBe(NEXT[sent.at(-1) ?? "denied"]);
    const [row] = await sql("SELECT kyc_session_id FROM users WHERE id = $1", [serviceId]);
    expect(row.kyc_session_id === null).toBe(status !== "pending_kyc");
  });
});

test("an unknown denial code is sent unchanged", async () => {
  const { serviceId } = await client.make();
  const reason = "WRONG_USER_REGION, NEW_LABEL_2";
  expect((await client.simulate(serviceId, { status: "denied", reason })).status).toBe(200);
  const [event] = await events();
  expect(event.data).toMatchObject({ status: "denied", reason: "WRONG_USER_REGION,NEW_LABEL_2" });
});

describe("a simulated outcome is refused", () => {
  test("an outcome of a user that is unknown, malformed, deleted or another partner's is refused", async () => {
    const foreign = await userClientOf(await makePartner()).make();
    const gone = await client.make();
    await client.remove(gone.serviceId);
    const ids = [foreign.serviceId, gone.serviceId, "usr_00000000000000000000000000", "x"];
    for (const id of ids)
      expectRefusal(await client.simulate(id, { status: "approved" }), 404, "USER_NOT_FOUND");
    expect((await client.list()).json.data.users).toEqual([]);
  });

  test.each([
    [{}, "status: isNotEmpty"],
    [{ status: "Approved" }, "status: isIn"],
    [{ status: null }, "status: isIn"],
    [{ status: "denied", reason: "" }, "reason: isNotEmpty"],
    [{ status: "denied", reason: 1 }, "reason: isString"],
    [{ status: "denied", reason: "because" }, "reason: isDenialCode"],
    [{ status: "denied", reason: "FORGERY,because" }, "reason: isDenialCode"],
    [{ status: "denied", reason: "FORGERY,,SPAM" }, "reason: isDenialCode"],
    [{ status: "denied", reason: "toString" }, "reason: isDenialCode"],
    [{ status: "denied", reason: "x".repeat(501) }, "reason: maxLength"],
  ])("with the body %j", async (body, field) => {
    const { serviceId } = await client.make();
    expect(invalidFields(await client.simulate(serviceId, body))).toEqual([field]);
    expect((await client.get(serviceId)).json.data.status).toBe("pending");
  });

  test("an outcome in production is refused with 404", async () => {
    const { serviceId } = await client.make();
    vi.resetModules();
    vi.stubEnv("SERVICE_ENVIRONMENT", "production");
    vi.stubEnv("BASE_URL", "https://cards.example.com");
    vi.stubEnv("NEXTAUTH_URL", "https://cards.example.com");
    const { POST } = await import("@/app/api/v1/sandbox/users/[serviceId]/kyc/route");
    const answer = await call(POST, {
      method: "POST",
      params: { serviceId },
      apiKey: partner.apiKey,
      body: { status: "approved" },
    });
    expectRefusal(answer, 404, "NOT_FOUND");
    vi.resetModules();
  });
});

test("accepts every known denial code", async () => {
  const { serviceId } = await client.make();
  const codes = Object.keys(DENIAL_CODES);
  const half = codes.slice(0, 20).join(",");
  await client.simulate(serviceId, { status: "denied", reason: half });
  expect((await events())[0].data.reason).toBe(half);
  for (const code of codes) expect(code).toMatch(/^[A-Z]+(_[A-Z]+)*$/);
});
