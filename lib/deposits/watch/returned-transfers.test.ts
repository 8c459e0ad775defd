import "@/test/database";
import type { Hash, Hex } from "viem";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { POST as closeAlert } from "@/app/api/admin/alerts/[id]/close/route";
import { GET as getOne } from "@/app/api/admin/held-deposits/[id]/route";
import { DAY_MS } from "@/lib/kernel/durations";
import { audit } from "@/lib/ledger";
import { startChain, type TestChain } from "@/test/chain";
import { look, sendRaw, signTransfer } from "@/test/chain/deposits";
import { openAlertsAbout } from "@/test/fixtures/alerts";
import { bookFaults, walletOf } from "@/test/fixtures/books";
import { withClockAhead } from "@/test/fixtures/clock-ahead";
import { releaseIn } from "@/test/fixtures/held-deposits";
import {
  endTests,
  makeApprovedUser,
  makeCard,
  makePartner,
  sql,
  type TestPartner,
} from "@/test/fixtures/make";
import {
  type Browser,
  codeOf,
  makePerson,
  signedIn,
  type TestPerson,
} from "@/test/fixtures/people";
import { clientOf } from "@/test/http/client";
import { expectRefusal } from "@/test/http/expect-answer";

const CONFIRMATIONS = 3;
const DEPTH = 10;
/** 10 USD minus the fee of the card. */
const BEFORE_USD = 9;

let chain: TestChain;
let admin: TestPerson;
let browser: Browser;
let partner: TestPartner;
let raw: Hex;
let hash: Hash;
let depositId: string;

beforeAll(async () => {
  chain = await startChain({ confirmations: CONFIRMATIONS });
  admin = await makePerson();
  browser = await signedIn(admin);
});
afterAll(async () => {
  expect((await audit()).filter(({ brokenRows }) => brokenRows.length > 0)).toEqual([]);
  await chain.stop();
  await endTests();
});

async function confirm(): Promise<void> {
  await chain.mine(CONFIRMATIONS);
  await look(chain);
}

/** Removes the transfer of the deposit from the chain. */
async function remove(): Promise<void> {
  await chain.reorg(DEPTH);
  await confirm();
  await confirm();
}

/** Mines the same transaction again. */
async function bringBack(): Promise<void> {
  await sendRaw(chain, raw);
  await confirm();
}

async function settle(kind: string): Promise<void> {
  const [{ id }] = await sql(
    "SELECT id FROM alerts WHERE kind = $1 AND subject = $2 AND closed_at IS NULL",
    [kind, depositId],
  );
  const body = { reason: "Agreed with the partner", totp: codeOf(admin) };
  const closed = await browser.call(closeAlert, { method: "POST", params: { id }, body });
  expect(closed.status).toBe(200);
}

const isOnChain = async () =>
  (await browser.call(getOne, { params: { id: depositId } })).json.data.isOnChain;
const release = () => releaseIn(browser, depositId, { reason: "It is back", totp: codeOf(admin) });
const alerts = async (kind: string) => (await openAlertsAbout(kind, depositId)).length;

/** Deposits 5 USDC. */
async function depositTo(address: string): Promise<void> {
  raw = await signTransfer(chain, { to: address as Hex, amountMicro: 5_000_000n });
  hash = await sendRaw(chain, raw);
  await confirm();
  [{ id: depositId }] = await sql("SELECT id FROM deposits WHERE tx_hash = $1", [hash]);
}

beforeEach(async () => {
  // Keeps the reorganizations of one test away from the deposits of another.
  await chain.mine(15);
  await look(chain);
  partner = await makePartner({ balanceUsd: BEFORE_USD + 1 });
});

/** Makes a deposit that is held because its card is terminated. */
async function depositToTerminatedCard(): Promise<void> {
  const userId = await makeApprovedUser(partner);
  const cardId = await makeCard(partner, { fundingType: "crypto", userId });
  const { depositAddress } = (await clientOf(partner).getCard(cardId)).json.data;
  await clientOf(partner).terminate(cardId);
  await depositTo(depositAddress);
}

test("a held deposit whose transfer is back after a person closed its alert is reported, and can be credited once", async () => {
  await depositToTerminatedCard();
  await remove();
  await settle("deposit_orphaned");
  await confirm();
  expect(await isOnChain()).toBe(false);
  expectRefusal(await release(), 409, "DEPOSIT_NOT_ON_CHAIN");

  await bringBack();
  const [alert] = await openAlertsAbout("deposit_returned", depositId);
  expect(alert?.text).toBe(
    `5.00 USDC from transaction ${hash} are on base-sepolia again. They are held for a decision. A person had closed the alert about their removal.`,
  );
  expect(await alerts("deposit_orphaned")).toBe(0);
  expect(await isOnChain()).toBe(true);
  expect((await release()).status).toBe(200);
  expectRefusal(await release(), 409, "HELD_DEPOSIT_CREDITED");
  expect(await walletOf(partner.partnerId)).toBe(BEFORE_USD + 5);
  expect(await bookFaults(partner.partnerId)).toEqual([]);
});

test("a transfer that is removed again after its return is gone again", async () => {
  await depositToTerminatedCard();
  await remove();
  await settle("deposit_orphaned");
  await bringBack();
  await remove();
  expect(await alerts("deposit_orphaned")).toBe(1);
  expect(await alerts("deposit_returned")).toBe(0);
  expect(await isOnChain()).toBe(false);
  expectRefusal(await release(), 409, "DEPOSIT_NOT_ON_CHAIN");

  await settle("deposit_orphaned");
  await bringBack();
  expect(await alerts("deposit_returned")).toBe(1);
  await settle("deposit_returned");
  // The blocks with the transfer are read again.
  await chain.reorg(1);
  await confirm();
  expect(await alerts("deposit_returned")).toBe(0);
  expect(await isOnChain()).toBe(true);
});

test("a credited deposit whose transfer is back after a person closed its alert is reported, and not credited again", async () => {
  await depositTo(partner.walletAddress);
  await remove();
  await settle("deposit_orphaned");
  await bringBack();
  const [alert] = await openAlertsAbout("deposit_returned", depositId);
  expect(alert?.text).toContain(`They were credited to partner ${partner.partnerId}.`);
  expect(await walletOf(partner.partnerId)).toBe(BEFORE_USD + 1 + 5);
  expect(await bookFaults(partner.partnerId)).toEqual([]);
});

test("a transfer that is back without its confirmations is still gone", async () => {
  await depositToTerminatedCard();
  await remove();
  await sendRaw(chain, raw);
  await look(chain);
  expect(await alerts("deposit_orphaned")).toBe(1);
  expectRefusal(await release(), 409, "DEPOSIT_NOT_ON_CHAIN");
  await chain.reorg(1);
  await confirm();
  expect(await isOnChain()).toBe(false);
  await bringBack();
  expect(await alerts("deposit_orphaned")).toBe(0);
  expect(await isOnChain()).toBe(true);
});

test.each([
  ["right", 0],
  ["two days behind", -2 * DAY_MS],
])(
  "a transfer that came back in a much later block and is removed again is gone again: the clock of the process was %s",
  async (_, byMs) => {
    await depositToTerminatedCard();
    await remove();
    // The watcher goes back 128 blocks after a reorganization.
    await chain.mine(200);
    await look(chain);
    await withClockAhead(byMs, bringBack);
    expect(await alerts("deposit_orphaned")).toBe(0);
    await remove();
    expect(await alerts("deposit_orphaned")).toBe(1);
    expectRefusal(await release(), 409, "DEPOSIT_NOT_ON_CHAIN");
  },
);
