import "@/test/database";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { GET as getUser } from "@/app/api/v1/partner/card/users/[serviceId]/route";
import { now, shiftClock } from "@/lib/kernel/clock";
import { LINK_LIFETIME_MS } from "@/lib/users/kyc/new-session";
import { openVerification } from "@/lib/users/kyc/open-verification";
import { endTests, makePartner, sql } from "@/test/fixtures/make";
import { makeOperator } from "@/test/fixtures/people";
import { expectRefusal, expectSuccess, TIMESTAMP } from "@/test/http/expect-answer";
import { tokenOf, type UserClient, userClientOf } from "@/test/http/user-client";

let client: UserClient;

beforeEach(async () => {
  client = userClientOf(await makePartner());
});
afterAll(endTests);

const linkOf = async (serviceId: string) =>
  (await client.get(serviceId)).json.data.verificationUrl as string | undefined;

describe("a user", () => {
  test("has its link while KYC is open", async () => {
    const { serviceId, verificationUrl } = await client.make({ email: "amara@example.com" });
    expectSuccess(await client.get(serviceId), {
      serviceId,
      email: "amara@example.com",
      firstName: "Amara",
      lastName: "Okafor",
      status: "pending",
      program: "custodial",
      createdAt: TIMESTAMP,
      verificationUrl,
    });
  });

  test.each(["approved", "denied"])("that is %s has no link", async (status) => {
    const { serviceId } = await client.make();
    await client.simulate(serviceId, { status });
    const { data } = (await client.get(serviceId)).json;
    expect(data.status).toBe(status);
    expect(data).not.toHaveProperty("verificationUrl");
  });

  test("a user that needs further verification has a new link", async () => {
    const { serviceId, verificationUrl } = await client.make();
    await client.simulate(serviceId, { status: "needsVerification" });
    const { data } = (await client.get(serviceId)).json;
    expect(data.status).toBe("pending_kyc");
    expect(data.verificationUrl).toMatch(/\/verify\/kyc_/);
    expect(data.verificationUrl).not.toBe(verificationUrl);
  });

  test("a user that is unknown, malformed, deleted or another partner's is not found", async () => {
    const foreign = await userClientOf(await makePartner()).make();
    const gone = await client.make();
    await client.remove(gone.serviceId);
    const ids = [foreign.serviceId, gone.serviceId, "usr_00000000000000000000000000"];
    for (const id of [
      ...ids,
      "",
      "x",
      "usr_",
      "card_x",
      "a\u0000b",
      "%00",
      "'; DROP TABLE users;--",
    ])
      expectRefusal(await client.get(id), 404, "USER_NOT_FOUND");
  });
});

describe("a link that has expired while KYC is open", () => {
  test("is replaced once by a valid one", async () => {
    const { serviceId, verificationUrl } = await client.make();
    expect(await linkOf(serviceId)).toBe(verificationUrl);
    shiftClock(LINK_LIFETIME_MS);
    try {
      const fresh = await linkOf(serviceId);
      expect(fresh).not.toBe(verificationUrl);
      expect(await linkOf(serviceId)).toBe(fresh);
      expect(await openVerification(tokenOf(fresh ?? ""), now())).toMatchObject({ kind: "open" });
    } finally {
      shiftClock(-LINK_LIFETIME_MS);
    }
  });

  test("is replaced by one session for 20 concurrent requests", async () => {
    const { serviceId } = await client.make();
    await sql(
      "UPDATE kyc_sessions SET expires_at = now() - interval '1 second' WHERE user_id = $1",
      [serviceId],
    );
    const links = await Promise.all(Array.from({ length: 20 }, () => linkOf(serviceId)));
    expect(new Set(links).size).toBe(1);
    const rows = await sql("SELECT id FROM kyc_sessions WHERE user_id = $1", [serviceId]);
    expect(rows).toHaveLength(2);
  });

  test("is not replaced when an operator views the partner's dashboard", async () => {
    const partner = await makePartner();
    const { serviceId, verificationUrl } = await userClientOf(partner).make();
    const { browser, person } = await makeOperator();
    await sql("UPDATE sessions SET viewing_partner_id = $1 WHERE person_id = $2", [
      partner.partnerId,
      person.personId,
    ]);
    const shown = async () => (await browser.call(getUser, { params: { serviceId } })).json.data;
    expect(await shown()).toMatchObject({ serviceId, verificationUrl });
    await sql(
      "UPDATE kyc_sessions SET expires_at = now() - interval '1 second' WHERE user_id = $1",
      [serviceId],
    );
    expect(await shown()).not.toHaveProperty("verificationUrl");
    const sessions = await sql("SELECT id FROM kyc_sessions WHERE user_id = $1", [serviceId]);
    expect(sessions).toHaveLength(1);
  });

  test("is not replaced for a user whose KYC is closed", async () => {
    const { serviceId } = await client.make();
    await client.simulate(serviceId, { status: "approved" });
    await sql(
      "UPDATE kyc_sessions SET expires_at = now() - interval '1 second' WHERE user_id = $1",
      [serviceId],
    );
    expect(await linkOf(serviceId)).toBeUndefined();
    expect(await sql("SELECT id FROM kyc_sessions WHERE user_id = $1", [serviceId])).toHaveLength(
      1,
    );
  });
});
