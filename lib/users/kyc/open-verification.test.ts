import "@/test/database";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { POST as setRedirectUrl } from "@/app/api/v1/partner/profile/redirect-url/route";
import { now } from "@/lib/kernel/clock";
import { eventsOf } from "@/test/fixtures/books";
import { call, endTests, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import {
  type MadeUser,
  submitCheck,
  tokenOf,
  type UserClient,
  userClientOf,
} from "@/test/http/user-client";
import { LINK_LIFETIME_MS } from "./new-session";
import { openVerification } from "./open-verification";

let partner: TestPartner;
let client: UserClient;

beforeEach(async () => {
  partner = await makePartner();
  client = userClientOf(partner);
});
afterAll(endTests);

const open = ({ verificationUrl }: Pick<MadeUser, "verificationUrl">, at = now()) =>
  openVerification(tokenOf(verificationUrl), at);
const userOf = async (serviceId: string) => (await client.get(serviceId)).json.data;

describe("opening the link", () => {
  test("makes a pending user pending_kyc and keeps the link", async () => {
    const made = await client.make({ firstName: "Ngozi" });
    expect(await open(made)).toEqual({
      kind: "open",
      sessionId: expect.stringMatching(/^kyc_/),
      partnerName: "Test partner",
      logoUrl: null,
      isSandbox: true,
      firstName: "Ngozi",
      countryCode: "NG",
      resubmission: undefined,
    });
    expect(await userOf(made.serviceId)).toMatchObject({
      status: "pending_kyc",
      verificationUrl: made.verificationUrl,
    });
    expect(await eventsOf(partner.partnerId, "user.kyc-event")).toEqual([]);
  });

  test("repeatedly, and 20 times concurrently, changes nothing more", async () => {
    const made = await client.make();
    const views = await Promise.all(Array.from({ length: 20 }, () => open(made)));
    for (const view of views) expect(view?.kind).toBe("open");
    const [first] = await sql("SELECT version FROM users WHERE id = $1", [made.serviceId]);
    const [session] = await sql("SELECT opened_at FROM kyc_sessions WHERE user_id = $1", [
      made.serviceId,
    ]);
    await open(made, new Date(now().getTime() + 60_000));
    expect(await sql("SELECT version FROM users WHERE id = $1", [made.serviceId])).toEqual([first]);
    expect(
      await sql("SELECT opened_at FROM kyc_sessions WHERE user_id = $1", [made.serviceId]),
    ).toEqual([session]);
  });

  test("has the reason of the last denial", async () => {
    const made = await client.make();
    await submitCheck(tokenOf(made.verificationUrl), { sample: "blurred" });
    const view = await open(await userOf(made.serviceId));
    expect(view).toMatchObject({
      kind: "open",
      resubmission: { advice: [expect.stringContaining("could not be read")] },
    });
  });

  test("has a general text when the provider gave no reason", async () => {
    const made = await client.make();
    await client.simulate(made.serviceId, { status: "needsVerification" });
    expect(await open(await userOf(made.serviceId))).toMatchObject({
      resubmission: { advice: [] },
    });
  });
});

describe("a link", () => {
  test("a link that has expired opens nothing and leaves the user unchanged", async () => {
    const made = await client.make();
    const after = new Date(now().getTime() + LINK_LIFETIME_MS);
    expect(await open(made, after)).toEqual({
      kind: "expired",
      partnerName: "Test partner",
      logoUrl: null,
      isSandbox: true,
    });
    expect((await userOf(made.serviceId)).status).toBe("pending");
  });

  test("a link that is forged, or of a deleted user, is not found", async () => {
    const made = await client.make();
    const token = tokenOf(made.verificationUrl);
    const other = tokenOf((await client.make()).verificationUrl);
    const forged = `${token.split(".")[0]}.${other.split(".")[1]}`;
    for (const text of [forged, "", "x", token.slice(0, -1)])
      expect(await openVerification(text, now())).toBeUndefined();
    await client.remove(made.serviceId);
    expect(await open(made)).toBeUndefined();
  });

  test.each([
    ["approved", []],
    ["denied", ["The country or region of the document is not supported."]],
  ])("of a check that ended %s shows the result", async (status, advice) => {
    const made = await client.make();
    await client.simulate(made.serviceId, { status, reason: "WRONG_USER_REGION" });
    expect(await open(made)).toEqual({
      kind: "closed",
      partnerName: "Test partner",
      logoUrl: null,
      isSandbox: true,
      outcome: status,
      advice,
      returnUrl: undefined,
      nextUrl: undefined,
    });
  });

  test("a link of a check that needs more leads to the next one, and then to its result", async () => {
    const made = await client.make();
    await client.simulate(made.serviceId, { status: "needsVerification" });
    const { verificationUrl } = await userOf(made.serviceId);
    expect(await open(made)).toMatchObject({
      kind: "closed",
      outcome: "needsVerification",
      nextUrl: verificationUrl,
    });
    await client.simulate(made.serviceId, { status: "approved" });
    expect(await open(made)).toMatchObject({ outcome: "approved", nextUrl: undefined });
  });
});

describe("the return URL", () => {
  const PROFILE_URL = "https://partner.example/back?x=1";
  const setProfile = () =>
    call(setRedirectUrl, {
      method: "POST",
      apiKey: partner.apiKey,
      body: { redirectUrl: PROFILE_URL },
    });
  const wayBack = async (made: MadeUser) => {
    await client.simulate(made.serviceId, { status: "approved" });
    const view = await open(made);
    return view?.kind === "closed" ? view.returnUrl : view;
  };

  test("is the user's redirect URL before the profile's, with referenceId", async () => {
    await setProfile();
    const made = await client.make({ redirectUrl: "https://shop.example/done" });
    expect(await wayBack(made)).toBe(`https://shop.example/done?referenceId=${made.serviceId}`);
  });

  test("is the profile's when the user has none", async () => {
    await setProfile();
    const made = await client.make();
    expect(await wayBack(made)).toBe(`${PROFILE_URL}&referenceId=${made.serviceId}`);
  });

  test("is absent when there is neither", async () => {
    expect(await wayBack(await client.make())).toBeUndefined();
  });
});
