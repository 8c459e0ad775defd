import { expect } from "vitest";
import { applyNetworkNotification } from "@/lib/cards/network/apply-notification";
import { openedDispute, settledPurchase } from "@/test/fixtures/disputes";
import { holdDeposit, releaseIn } from "@/test/fixtures/held-deposits";
import {
  makeApprovedUser,
  makeCard,
  makePartner,
  sql,
  type TestPartner,
} from "@/test/fixtures/make";
import { NetworkStory, says } from "@/test/fixtures/network";
import { codeOf, makeOperator, type TestOperator } from "@/test/fixtures/people";
import { postingsIn } from "@/test/fixtures/postings";
import { withdrawalsOf } from "@/test/fixtures/withdrawals";
import type { Query } from "./lists";

async function makeUsersAndCards(partner: TestPartner) {
  for (const first_name of ["Amara", "Ámalia", "=Amadi"])
    await makeApprovedUser(partner, { first_name });
  for (let n = 0; n < 4; n++) {
    const cardId = await makeCard(partner, { amountUsd: 10 });
    if (n > 0)
      await applyNetworkNotification(new NetworkStory(cardId).says(says.capture(20 + n, true)));
  }
  // Two of one instant, which their ids order.
  await sql(
    `UPDATE alerts SET opened_at = date_trunc('hour', now()) WHERE kind = 'card_shortfall'
       AND id <> (SELECT max(id) FROM alerts WHERE kind = 'card_shortfall')`,
  );
}

async function makeDisputes(partner: TestPartner) {
  const cardId = await makeCard(partner, { amountUsd: 100 });
  for (const amount of [3, 4, 5, 6])
    await openedDispute(partner, await settledPurchase(partner, cardId, amount));
  await sql("UPDATE card_disputes SET failure = 'unavailable' WHERE amount_micro_usd > 4000000");
}

async function makeHeldDeposits(partner: TestPartner, admin: TestOperator) {
  const ids: string[] = [];
  for (let n = 0; n < 6; n++) ids.push((await holdDeposit(partner, 3 + n)).id);
  for (const id of ids.slice(1, 4)) {
    const body = { reason: "Agreed", totp: codeOf(admin.person) };
    expect((await releaseIn(admin.browser, id, body)).status).toBe(200);
  }
}

async function makePostings(partner: TestPartner, admin: TestOperator) {
  const postings = postingsIn(admin);
  const correction = { kind: "correction", direction: "credit", against: "adjustments" };
  for (let n = 1; n < 7; n++) {
    const { status, json } = await postings.request({
      ...correction,
      partnerId: partner.partnerId,
      amount: n,
    });
    expect(status, JSON.stringify(json)).toBe(201);
    if (n % 2 === 0) await postings.cancel(json.data.postingId);
  }
}

/** Creates a partner with several items of each list of the console, and an administrator who reads them. */
export async function makeConsoleWorld() {
  const partner = await makePartner();
  for (let n = 0; n < 3; n++) await makePartner({ balanceUsd: 0 });
  const admin = await makeOperator();
  await makeUsersAndCards(partner);
  const wallet = withdrawalsOf(partner);
  for (let n = 0; n < 7; n++) {
    const id = await wallet.make(20 + (n % 3));
    if (n % 2 === 0) await wallet.cancel(id);
  }
  await makeDisputes(partner);
  await makeHeldDeposits(partner, admin);
  await makePostings(partner, admin);
  return { partner, admin };
}

export type ConsoleWorld = Awaited<ReturnType<typeof makeConsoleWorld>>;

/** The query of a list: `account` = `wallet` stands for the wallet of the partner, `partnerId` = `own` for its id. */
export function consoleQuery({ partner: { partnerId } }: ConsoleWorld, query: Query): Query {
  return {
    ...query,
    ...(query.account === "wallet" && { account: `wallet:${partnerId}` }),
    ...(query.partnerId === "own" && { partnerId }),
  };
}
