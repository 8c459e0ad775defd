import "@/test/database";
import { afterAll, beforeEach, expect, test } from "vitest";
import * as rotateSecret from "@/app/api/v1/partner/profile/webhook/secret/route";
import { unseal } from "@/lib/kernel/seal";
import { endTests, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { type Browser, makePerson, signedIn } from "@/test/fixtures/people";
import { HOOK, webhooksOf } from "@/test/fixtures/webhooks";

const MOVED = "https://moved.example.com/hooks";

let partner: TestPartner;
let owner: Browser;

beforeEach(async () => {
  partner = await makePartner({ balanceUsd: 0 });
  owner = await signedIn(await makePerson({ partnerId: partner.partnerId, role: "owner" }));
});
afterAll(endTests);

const rotate = () => owner.call(rotateSecret.POST, { method: "POST" });
const endpoint = async () => (await webhooksOf(partner).endpoint()).json.data;

/** The stored secrets, the current one first. */
async function secrets(): Promise<{ secret: string; endsInHours: number | null }[]> {
  const { partnerId } = partner;
  const rows = await sql(
    `SELECT id, secret_sealed, round(extract(epoch FROM expires_at - now()) / 3600)::int AS hours
     FROM webhook_secrets WHERE partner_id = $1 ORDER BY expires_at DESC NULLS FIRST`,
    [partnerId],
  );
  return rows.map(({ id, secret_sealed, hours }) => ({
    secret: unseal(secret_sealed, { partnerId, rowId: id, field: "webhookSecret" }),
    endsInHours: hours,
  }));
}

test("a rotation of the secret keeps the URL that another person has saved meanwhile", async () => {
  await webhooksOf(partner).set(HOOK);
  const { webhookSecret: former } = (await webhooksOf(partner).set(MOVED)).json.data;
  const answer = await rotate();
  expect(answer.status, answer.text).toBe(200);
  expect(answer.json.data).toEqual({ webhookSecret: expect.stringMatching(/^whsec_/) });
  expect(await endpoint()).toMatchObject({ webhookUrl: MOVED, status: "active" });
  const [current, previous] = await secrets();
  expect(current).toEqual({ secret: answer.json.data.webhookSecret, endsInHours: null });
  expect(previous).toEqual({ secret: former, endsInHours: 24 });
  const entries = await sql("SELECT action FROM audit_entries WHERE partner_id = $1", [
    partner.partnerId,
  ]);
  expect(entries).toEqual([{ action: "rotateWebhookSecret" }]);
});

test("a paused endpoint stays paused", async () => {
  await webhooksOf(partner).set();
  await webhooksOf(partner).pause();
  expect((await rotate()).status).toBe(200);
  expect((await endpoint()).status).toBe("paused");
});

test("without a URL there is no secret to rotate", async () => {
  const answer = await rotate();
  expect(answer.json.message).toBe("WEBHOOK_NOT_SET");
  expect(await secrets()).toEqual([]);
});
