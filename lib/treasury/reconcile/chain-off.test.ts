import "@/test/database";
import { afterAll, expect, test } from "vitest";
import { checkCustody } from "@/lib/accounting/checks/check-custody";
import type { AlertKind } from "@/lib/alerts/catalogue";
import { openAlert } from "@/lib/alerts/open-alert";
import { configureNetworks } from "@/test/chain/configure-networks";
import { endTests, makePartner, sql } from "@/test/fixtures/make";

afterAll(endTests);

const CHAIN = "polygon-amoy";
async function open(): Promise<string[]> {
  const rows = await sql("SELECT kind, subject FROM alerts WHERE closed_at IS NULL");
  return rows.map(({ kind, subject }) => `${kind} ${subject}`).toSorted();
}
const raise = (kind: AlertKind, subject: string) => openAlert({ kind, subject, text: "A fact." });

test("alerts about a chain end once it is turned off, but not those about transactions and payouts", async () => {
  configureNetworks();
  await raise("chain_stopped", CHAIN);
  await raise("chain_clock", CHAIN);
  await raise("fees_high", CHAIN);
  await raise("signer_missing", CHAIN);
  await raise("token_refuses", CHAIN);
  await raise("gas_low", `${CHAIN}:relayer`);
  await raise("treasury_short", `${CHAIN}:usdc`);
  await raise("reconciliation", `${CHAIN}:usdc`);
  const others: [AlertKind, string][] = [
    ["gas_low", `${CHAIN}-2`],
    ["payout_stuck", CHAIN],
    ["payout_found", `${CHAIN}:0x01`],
    ["token_refuses", "wdr_1"],
  ];
  for (const [kind, subject] of others) await raise(kind, subject);
  await checkCustody(null);
  const left = others.map(([kind, subject]) => `${kind} ${subject}`);
  expect(await open()).toEqual(left.toSorted());
});

test("the difference to a chain that is turned off stays open while the books have custody on it", async () => {
  await makePartner({ balanceUsd: 5 });
  const [{ chain }] = await sql("SELECT chain FROM deposits");
  configureNetworks();
  await raise("reconciliation", `${chain}:usdc`);
  await checkCustody(null);
  expect(await open()).toContain(`reconciliation ${chain}:usdc`);
});
