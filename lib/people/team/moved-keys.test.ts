import "@/test/database";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { POST as create } from "@/app/api/v1/partner/keys/route";
import { DELETE as remove } from "@/app/api/v1/partner/people/[personId]/route";
import { hashKey } from "@/lib/identity/api-keys/authenticate-key";
import { callerCache } from "@/lib/identity/api-keys/caller-cache";
import { startDeafProxy } from "@/test/database/deaf-connection";
import { ownerUrl } from "@/test/database/owner-url";
import { endTests, makePartner, sql } from "@/test/fixtures/make";
import { makePerson, signedIn } from "@/test/fixtures/people";
import { clientOf } from "@/test/http/client";

afterAll(endTests);

const statusOf = async (apiKey: string) => (await clientOf({ apiKey }).balance()).status;

/** Somebody waits for a lock. */
const aWaiter = () =>
  expect
    .poll(() =>
      sql(
        "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
      ),
    )
    .toHaveLength(1);

test("a key that is used while its maker is removed is refused after the response, without a notice too", async () => {
  const { partnerId } = await makePartner();
  const owner = await signedIn(await makePerson({ partnerId }));
  const maker = await makePerson({ partnerId, role: "developer" });
  const body = { name: "server", password: maker.password };
  const { apiKey } = (await (await signedIn(maker)).call(create, { method: "POST", body })).json
    .data;
  await callerCache().close();
  const proxy = await startDeafProxy({ isDeaf: false });
  const client = new pg.Client({ connectionString: ownerUrl() });
  await client.connect();
  try {
    const cached = async () =>
      (await statusOf(apiKey)) === 200 && callerCache().get(hashKey(apiKey)) !== undefined;
    await expect.poll(cached).toBe(true);
    proxy.isDeaf = true;
    // The removal is done and not committed until its audit entry is written.
    await client.query("BEGIN; LOCK TABLE audit_entries IN SHARE MODE");
    const params = { personId: maker.personId };
    const removal = owner.call(remove, { method: "DELETE", params });
    await aWaiter();
    expect(await statusOf(apiKey)).toBe(200);
    await client.query("COMMIT");
    expect((await removal).status).toBe(200);
    expect(await statusOf(apiKey)).toBe(401);
  } finally {
    await client.end();
    await callerCache().close();
    await proxy.stop();
  }
});
