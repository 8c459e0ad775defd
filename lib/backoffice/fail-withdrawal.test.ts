import "@/test/database";
import { afterAll, expect, test } from "vitest";
import { disconnect } from "@/lib/db";
import { startPooler } from "@/test/database/pooler";
import { makeAlert, openAlertsAbout } from "@/test/fixtures/alerts";
import { endTests, makePartner } from "@/test/fixtures/make";
import { codeOf, makeOperator } from "@/test/fixtures/people";
import { decisionsIn, withdrawalsOf } from "@/test/fixtures/withdrawals";

afterAll(endTests);

test("a withdrawal that is marked as failed has no open alert about its payout, also when the response was lost", async () => {
  const partner = await makePartner({ balanceUsd: 1_000 });
  const { browser, person } = await makeOperator();
  const { approve, fail } = decisionsIn(browser);
  const totp = () => ({ totp: codeOf(person) });
  const id = await withdrawalsOf(partner).make(60);
  expect((await approve(id, totp())).status).toBe(200);
  const kinds = ["token_refuses", "payout_screened", "payout_unsigned"] as const;
  for (const kind of kinds) await makeAlert(kind, id);
  const pooler = await startPooler();
  await disconnect();
  const cut = pooler.cutConnections({ text: "commit_change_set", when: "after", times: 1 });
  expect((await fail(id, { reason: "blocked", ...totp() })).status).toBe(503);
  expect(cut.times).toBe(0);
  await pooler.stop();
  await disconnect();
  expect((await withdrawalsOf(partner).get(id)).json.data.status).toBe("failed");
  expect((await Promise.all(kinds.map((kind) => openAlertsAbout(kind, id)))).flat()).toEqual([]);
});
