import "@/test/database";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { bookFaults, walletOf } from "@/test/fixtures/books";
import { call, endTests, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { userBody } from "@/test/fixtures/sample-user";
import { clientOf } from "@/test/http/client";
import { anId, expectRefusal, expectSuccess, expectUsedKey } from "@/test/http/expect-answer";
import { type UserClient, userClientOf } from "@/test/http/user-client";

const LINK = expect.stringMatching(
  /^http:\/\/127\.0\.0\.1:3000\/verify\/kyc_[0-9a-z]{26}\.[\w-]{43}$/,
);

let partner: TestPartner;
let client: UserClient;

beforeEach(async () => {
  partner = await makePartner({ balanceUsd: 100 });
  client = userClientOf(partner);
});
afterAll(endTests);

const usersOf = async () =>
  Number(
    (await sql("SELECT count(*) AS n FROM users WHERE partner_id = $1", [partner.partnerId]))[0].n,
  );

describe("a new user", () => {
  test("is returned with its id and our link, and is pending", async () => {
    const answer = await client.create();
    expectSuccess(answer, { serviceId: anId("usr"), verificationUrl: LINK }, 201);
    expect((await client.get(answer.json.data.serviceId)).json.data.status).toBe("pending");
    expect(answer.headers.get("deprecation")).toBeNull();
  });

  test("is stored as sent, with a normalized phone number", async () => {
    const walletAddress = "0x52908400098527886E0F7030069857D2E4169EE7";
    const body = userBody({
      phoneNumber: "+234 (803) 123-45.67",
      program: "non_custodial",
      walletAddress,
      redirectUrl: "https://shop.example/done",
      email: "Amara.Okafor@Example.com",
    });
    const { serviceId } = (await client.create(body)).json.data;
    const [row] = await sql("SELECT * FROM users WHERE id = $1", [serviceId]);
    expect(row).toMatchObject({
      email: "Amara.Okafor@Example.com",
      email_key: "amara.okafor@example.com",
      phone_number: "+2348031234567",
      wallet_address: walletAddress,
      redirect_url: "https://shop.example/done",
      account_purpose: "Travel expenses",
      postal_code: "101241",
      country_code: "NG",
      status: "pending",
      version: 1,
    });
  });

  test("has no fields outside the contract", async () => {
    const answer = await client.create(
      userBody({ status: "approved", partnerId: "ptn_x", id: "usr_x" }),
    );
    expect((await client.get(answer.json.data.serviceId)).json.data.status).toBe("pending");
  });

  test("can be created by the legacy route, with v2's response and a Deprecation header", async () => {
    const answer = await client.createV1(userBody({ dateOfBirth: "1990-01-01", bvn: "123" }));
    expectSuccess(answer, { serviceId: anId("usr"), verificationUrl: LINK }, 201);
    expect(answer.headers.get("deprecation")).toMatch(/^@\d+$/);
  });
});

describe("the KYC fee", () => {
  test("is debited once and listed in the wallet", async () => {
    const { serviceId } = await client.make();
    expect(await walletOf(partner.partnerId)).toBe(98);
    const list = await clientOf(partner).listWalletTransactions({ limit: 1 });
    expect(list.json.data.transactions[0]).toMatchObject({
      amount: 2,
      type: "debit",
      action: "kyc-fee",
      category: "kyc_fee",
      status: "success",
      narration: `Identity verification of user ${serviceId}`,
    });
    expect(await bookFaults(partner.partnerId)).toEqual([]);
  });

  test("a KYC fee of zero moves nothing", async () => {
    partner = await makePartner({ balanceUsd: 0, fees: { kycFeeMicroUsd: 0n } });
    await userClientOf(partner).make();
    const [row] = await sql("SELECT count(*) AS n FROM wallet_transactions WHERE partner_id = $1", [
      partner.partnerId,
    ]);
    expect(Number(row.n)).toBe(0);
  });

  test.each([
    [1.99, 402],
    [2, 201],
  ])("with %f USD in the wallet: %i", async (balanceUsd, status) => {
    partner = await makePartner({ balanceUsd });
    client = userClientOf(partner);
    const answer = await client.create();
    if (status === 402) expectRefusal(answer, 402, "INSUFFICIENT_WALLET_BALANCE");
    expect(answer.status).toBe(status);
    expect(await walletOf(partner.partnerId)).toBe(status === 402 ? balanceUsd : 0);
    expect(await usersOf()).toBe(status === 402 ? 0 : 1);
  });

  test("a refused request leaves the idempotency key unused", async () => {
    const body = userBody();
    await client.make({ email: body.email });
    expectRefusal(await client.create(body, "key-1"), 400, "DUP_USER");
    expect((await client.create(userBody(), "key-1")).status).toBe(201);
  });
});

describe("an email", () => {
  test.each(["amara@example.com", "AMARA@EXAMPLE.COM", "Amara@Example.Com"])(
    "is taken in any letter case: %s",
    async (email) => {
      await client.make({ email: "amara@example.com" });
      expectRefusal(await client.create(userBody({ email })), 400, "DUP_USER");
      expectRefusal(await client.createV1(userBody({ email })), 400, "DUP_USER");
      expect(await walletOf(partner.partnerId)).toBe(98);
      expect(await usersOf()).toBe(1);
    },
  );

  test("is independent of other partners", async () => {
    const other = userClientOf(await makePartner());
    await other.make({ email: "amara@example.com" });
    expect((await client.create(userBody({ email: "amara@example.com" }))).status).toBe(201);
  });

  test("an email that is taken is reported before a low balance", async () => {
    partner = await makePartner({ balanceUsd: 2 });
    client = userClientOf(partner);
    const body = userBody();
    await client.create(body);
    expectRefusal(await client.create(body), 400, "DUP_USER");
  });
});

describe("an idempotency key", () => {
  test("an idempotency key with the same body returns the first response", async () => {
    const body = userBody();
    const first = await client.create(body, "key-1");
    const again = await client.create(body, "key-1");
    expect(again.json).toEqual(first.json);
    expect(again.status).toBe(201);
    expect(first.headers.get("idempotent-replayed")).toBeNull();
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(await walletOf(partner.partnerId)).toBe(98);
  });

  test("stores no verification link: its response is built again", async () => {
    const body = userBody();
    for (const create of [client.create, client.createV1]) {
      const sent = create === client.create ? body : userBody();
      const key = crypto.randomUUID();
      const { verificationUrl } = (await create(sent, key)).json.data;
      const [row] = await sql("SELECT response FROM idempotency_keys WHERE key = $1", [key]);
      const token = new URL(verificationUrl).pathname.split("/").at(-1) ?? "";
      expect(row.response).not.toContain(token.split(".")[1]);
      expect((await create(sent, key)).json.data.verificationUrl).toBe(verificationUrl);
    }
  });

  test("an idempotency key with another body is refused", async () => {
    await client.create(userBody(), "key-1");
    expectUsedKey(await client.create(userBody(), "key-1"));
    expectUsedKey(await client.create({}, "key-1"));
    expect(await usersOf()).toBe(1);
  });

  test("belongs to one partner and one endpoint", async () => {
    const body = userBody();
    await client.create(body, "key-1");
    expectRefusal(await client.createV1(body, "key-1"), 400, "DUP_USER");
    const other = userClientOf(await makePartner());
    expect((await other.create(body, "key-1")).status).toBe(201);
  });

  test("50 concurrent requests with one idempotency key create one user and one fee, with the same response", async () => {
    const body = userBody();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => client.create(body, "key-1")),
    );
    expect(new Set(answers.map(({ json }) => JSON.stringify(json))).size).toBe(1);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(await usersOf()).toBe(1);
    expect(await walletOf(partner.partnerId)).toBe(98);
    expect(await bookFaults(partner.partnerId)).toEqual([]);
  });

  test("50 requests with one email and different idempotency keys create one user", async () => {
    const email = "amara@example.com";
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => client.create(userBody({ email }))),
    );
    const made = answers.filter(({ status }) => status === 201);
    expect(made).toHaveLength(1);
    for (const answer of answers) if (answer.status !== 201) expectRefusal(answer, 400, "DUP_USER");
    expect(await usersOf()).toBe(1);
    expect(await walletOf(partner.partnerId)).toBe(98);
  });

  test("50 concurrent users never spend more than the balance", async () => {
    partner = await makePartner({ balanceUsd: 20 });
    client = userClientOf(partner);
    const answers = await Promise.all(Array.from({ length: 50 }, () => client.create()));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 402)).toHaveLength(40);
    expect(await walletOf(partner.partnerId)).toBe(0);
    expect(await bookFaults(partner.partnerId)).toEqual([]);
  });
});

test("the key of another partner or none is refused", async () => {
  const { POST } = await import("@/app/api/v2/partner/card/users/route");
  const answer = await call(POST, { method: "POST", body: userBody(), idempotencyKey: "key-1" });
  expectRefusal(answer, 401, "UNAUTHORIZED");
});
