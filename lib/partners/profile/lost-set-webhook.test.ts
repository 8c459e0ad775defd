import "@/test/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as setWebhook from "@/app/api/v1/partner/profile/webhook/route";
import * as rotateSecret from "@/app/api/v1/partner/profile/webhook/secret/route";
import { disconnect, openConnections } from "@/lib/db";
import { unseal } from "@/lib/kernel/seal";
import { startPooler } from "@/test/database/pooler";
import { endTests, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { type Browser, makePerson, signedIn } from "@/test/fixtures/people";
import { HOOK, webhooksOf } from "@/test/fixtures/webhooks";

let partner: TestPartner;
let owner: Browser;
let pooler: Awaited<ReturnType<typeof startPooler>>;

beforeAll(async () => {
  partner = await makePartner({ balanceUsd: 0 });
  const { partnerId } = partner;
  owner = await signedIn(await makePerson({ partnerId, role: "owner" }));
  pooler = await startPooler();
  await disconnect();
  await openConnections();
});
afterAll(async () => {
  await pooler.stop();
  await endTests();
});

/** The secrets that sign without an end. */
async function currentSecrets(): Promise<string[]> {
  const { partnerId } = partner;
  const rows = await sql(
    "SELECT id, secret_sealed FROM webhook_secrets WHERE partner_id = $1 AND expires_at IS NULL",
    [partnerId],
  );
  return rows.map(({ id, secret_sealed }) =>
    unseal(secret_sealed, { partnerId, rowId: id, field: "webhookSecret" }),
  );
}
const auditEntries = async () =>
  (
    await sql(
      "SELECT id FROM audit_entries WHERE partner_id = $1 AND action IN ('setWebhook', 'rotateWebhookSecret')",
      [partner.partnerId],
    )
  ).length;

/** Each way to call it, and the number of audit entries of one call. */
const CALLERS = {
  "Set Webhook by an API key": { set: () => webhooksOf(partner).set(), entries: 0 },
  "Set Webhook by an owner": {
    set: () => owner.call(setWebhook.POST, { method: "POST", body: { webhookUrl: HOOK } }),
    entries: 1,
  },
  "The rotation of the secret by an owner": {
    set: () => owner.call(rotateSecret.POST, { method: "POST" }),
    entries: 1,
  },
};

test.each(
  Object.entries(CALLERS).flatMap(([by, caller]) =>
    (["before", "after"] as const).map((when) => ({ by, when, ...caller })),
  ),
)(
  "$by responds with the secret in force when its connection is lost $when its commit",
  async ({ set, when, entries }) => {
    const before = await auditEntries();
    const cut = pooler.cutConnections({ text: "COMMIT", when, times: 1 });
    const answer = await set();
    expect(cut.times).toBe(0);
    expect(answer.status, answer.text).toBe(200);
    expect(await currentSecrets()).toEqual([answer.json.data.webhookSecret]);
    expect((await auditEntries()) - before).toBe(entries);
  },
);

test("Set Webhook that was repeated does not undo one that was made in between", async () => {
  const call = (id: string) =>
    sql("SELECT set_webhook_endpoint($1, $2, $3, 'v1.sealed', now(), now())", [
      partner.partnerId,
      `https://${id}.example.com/`,
      `whs_${id}`,
    ]);
  await call("first");
  await call("second");
  await call("first");
  const [row] = await sql("SELECT url FROM webhook_endpoints WHERE partner_id = $1", [
    partner.partnerId,
  ]);
  expect(row.url).toBe("https://second.example.com/");
});
