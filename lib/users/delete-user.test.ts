import "@/test/database";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { bookFaults } from "@/test/fixtures/books";
import {
  endTests,
  makeApprovedUser,
  makeCard,
  makePartner,
  sql,
  type TestPartner,
} from "@/test/fixtures/make";
import { clientOf } from "@/test/http/client";
import { expectRefusal, expectSuccess } from "@/test/http/expect-answer";
import { type UserClient, userClientOf } from "@/test/http/user-client";

let partner: TestPartner;
let client: UserClient;

beforeEach(async () => {
  partner = await makePartner();
  client = userClientOf(partner);
});
afterAll(endTests);

const rowOf = async (serviceId: string) =>
  (await sql("SELECT * FROM users WHERE id = $1", [serviceId]))[0];

describe("a user", () => {
  test.each(["pending", "pending_kyc", "approved", "denied"])(
    "that is %s is deleted",
    async (status) => {
      const serviceId = await makeApprovedUser(partner, { status });
      expectSuccess(await client.remove(serviceId), { deleted: true });
      expectRefusal(await client.get(serviceId), 404, "USER_NOT_FOUND");
      expectRefusal(await client.remove(serviceId), 404, "USER_NOT_FOUND");
    },
  );

  test("leaves only the country of the person", async () => {
    const personal = {
      firstName: "Amarachukwu",
      lastName: "Okaforson",
      email: "amarachukwu@private.example",
      phoneNumber: "+2348037654321",
      accountPurpose: "Purposely",
      ipAddress: "102.89.34.77",
      address: "14 Secret Road",
      city: "Secretcity",
      region: "Secretregion",
      postalCode: "SEC-1",
      program: "non_custodial",
      walletAddress: "0x52908400098527886e0f7030069857d2e4169ee7",
      redirectUrl: "https://private.example/done",
    };
    const { serviceId } = await client.make(personal);
    await client.simulate(serviceId, { status: "denied", reason: "FORGERY" });
    await client.remove(serviceId);
    const left = await rowOf(serviceId);
    const row = JSON.stringify(left);
    const { program: _, ...secrets } = personal;
    for (const value of Object.values(secrets)) expect(row).not.toContain(value);
    const filled = Object.keys(left).filter((name) => left[name] !== "" && left[name] !== null);
    expect(filled.sort()).toEqual([
      "country_code",
      "created_at",
      "deleted_at",
      "id",
      "partner_id",
      "program",
      "status",
      "version",
    ]);
    const kept = JSON.stringify(await sql("SELECT * FROM deleted_users"));
    expect(kept).not.toContain("amarachukwu");
    expect(kept).toContain("denied");
  });

  test("a user that is unknown, malformed or another partner's is not found and unchanged", async () => {
    const foreign = await userClientOf(await makePartner()).make();
    for (const id of [foreign.serviceId, "usr_00000000000000000000000000", "", "x", "usr_\u0000"])
      expectRefusal(await client.remove(id), 404, "USER_NOT_FOUND");
    expect((await rowOf(foreign.serviceId)).deleted_at).toBeNull();
  });

  test("is deleted once by 20 concurrent requests", async () => {
    const { serviceId } = await client.make();
    const answers = await Promise.all(Array.from({ length: 20 }, () => client.remove(serviceId)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(19);
    expect((await client.list()).json.data.pagination.total).toBe(0);
  });
});

describe("cards", () => {
  test("cards that are not terminated are listed, and nothing is deleted", async () => {
    const serviceId = await makeApprovedUser(partner);
    const first = await makeCard(partner, { userId: serviceId });
    await sql("UPDATE users SET last_card_created_at = NULL WHERE id = $1", [serviceId]);
    const second = await makeCard(partner, { userId: serviceId });
    await clientOf(partner).switchCard(second, "freeze");
    const refusal = await client.remove(serviceId);
    expectRefusal(refusal, 409, "ACTIVE_CARDS_EXIST", { activeCards: [second, first] });
    await clientOf(partner).terminate(first);
    expectRefusal(await client.remove(serviceId), 409, "ACTIVE_CARDS_EXIST", {
      activeCards: [second],
    });
    await clientOf(partner).terminate(second);
    expectSuccess(await client.remove(serviceId), { deleted: true });
    expect((await clientOf(partner).listCards()).json.data.pagination.total).toBe(2);
  });

  test("created concurrently with the deletion: one of the two is refused", async () => {
    for (let round = 0; round < 20; round++) {
      const serviceId = await makeApprovedUser(partner);
      const [created, removed] = await Promise.all([
        clientOf(partner).createCard({ serviceId, amount: 5 }),
        client.remove(serviceId),
      ]);
      const row = await rowOf(serviceId);
      if (created.status === 201) {
        expect(removed.status).toBe(409);
        expect(row.deleted_at).toBeNull();
      } else {
        expectRefusal(created, 404, "USER_NOT_FOUND");
        expect(removed.status).toBe(200);
        expect(row.deleted_at).not.toBeNull();
      }
    }
    expect(await bookFaults(partner.partnerId)).toEqual([]);
  });
});

test("a concurrent KYC outcome leaves no personal field and does not restore the user", async () => {
  for (let round = 0; round < 20; round++) {
    const { serviceId } = await client.make();
    const [simulated, removed] = await Promise.all([
      client.simulate(serviceId, { status: "approved" }),
      client.remove(serviceId),
    ]);
    expect(removed.status).toBe(200);
    expect([200, 404]).toContain(simulated.status);
    expect(await rowOf(serviceId)).toMatchObject({ email: "", first_name: "", email_key: null });
  }
});
