import type { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { attack, dropTriggers, ownerClient, post } from "@/test/database/attack";
import { REFUSED, refusedToBoth, refuses } from "@/test/database/refuses";
import { type CardWorld, makeCardWorld } from "@/test/fixtures/ledger-world";
import { endTests, makeCard, sql } from "@/test/fixtures/make";
import { clientOf } from "@/test/http/client";
import { cardAccount } from "./accounts";
import { audit } from "./audit";

let world: CardWorld;
let secondId: string;
let emptyId: string;
let terminatedId: string;

beforeAll(async () => {
  world = await makeCardWorld();
  secondId = await makeCard(world.partner, { amountUsd: 50 });
  emptyId = await makeCard(world.partner, { amountUsd: 5 });
  await clientOf(world.partner).withdraw({ serviceCardId: emptyId, amount: 5, reference: "r" });
  terminatedId = await makeCard(world.partner, { amountUsd: 5 });
  await clientOf(world.partner).terminate(terminatedId);
});
afterAll(endTests);

type Journal = Parameters<typeof post>[0];

describe("a terminated card has no balance", () => {
  const end = (id: string) =>
    `UPDATE cards SET status = 'terminated', terminated_at = now() WHERE id = '${id}'`;
  const funding = (id: string, source = "txn_new"): Journal => ({
    type: "card_funding",
    source,
    partnerId: world.partnerId,
    legs: [
      [world.wallet, -5],
      [cardAccount(id), 5],
    ],
  });
  const liquidation = (id: string): Journal => ({
    type: "liquidation",
    source: "txn_new2",
    partnerId: world.partnerId,
    legs: [
      [cardAccount(id), -5],
      [world.wallet, 5],
    ],
  });
  const fund = (id: string, source?: string) => post(funding(id, source));

  refuses([
    {
      what: "terminating a card that has money",
      statements: () => [end(secondId)],
      without: dropTriggers("cards terminated_is_empty"),
    },
    {
      what: "money for a terminated card",
      statements: () => [fund(terminatedId)],
      without: dropTriggers("ledger.accounts terminated_is_empty"),
    },
    {
      what: "money for a card in the transaction that terminates it",
      statements: () => [end(emptyId), fund(emptyId)],
      without: dropTriggers("cards terminated_is_empty", "ledger.accounts terminated_is_empty"),
    },
    {
      what: "money for a terminated card that only a later posting debits",
      statements: () => [fund(terminatedId), post(liquidation(terminatedId))],
      without: dropTriggers("ledger.accounts terminated_is_empty"),
    },
  ]);

  test("accepts the termination of an empty card, and a commit that credits and debits a terminated card", async () => {
    expect(await attack({ role: "app", statements: [end(emptyId)] })).toBe("through");
    const passing = [post(funding(terminatedId), liquidation(terminatedId))];
    expect(await attack({ role: "app", statements: passing })).toBe("through");
  });

  test("only a terminated card has a termination time", async () => {
    await refusedToBoth(
      [`UPDATE cards SET status = 'terminated' WHERE id = '${emptyId}'`],
      "23514",
    );
    await refusedToBoth(
      [`UPDATE cards SET terminated_at = now() WHERE id = '${emptyId}'`],
      "23514",
    );
  });

  describe("concurrent money and termination", () => {
    const CHECK_NOW = "SET CONSTRAINTS ALL IMMEDIATE";
    const terminatedWithMoney = async () =>
      (await audit()).find(({ name }) => name === "terminated-cards-empty")?.brokenRows;

    async function race(run: (money: Client, termination: Client, id: string) => Promise<void>) {
      const id = await makeCard(world.partner, { amountUsd: 5 });
      await clientOf(world.partner).withdraw({ serviceCardId: id, amount: 5, reference: "r" });
      const clients = [await ownerClient(), await ownerClient()] as const;
      try {
        for (const client of clients) await client.query("BEGIN");
        await run(...clients, id);
      } finally {
        for (const client of clients) await client.end();
      }
      expect(await terminatedWithMoney()).toEqual([]);
    }

    test("a termination waits for a concurrent credit, and is then refused", async () => {
      await race(async (money, termination, id) => {
        await termination.query(end(id));
        await money.query(fund(id, `txn_${id}`));
        await money.query(CHECK_NOW);
        const refusal = expect(termination.query(CHECK_NOW)).rejects.toMatchObject({
          code: REFUSED,
        });
        await money.query("COMMIT");
        await refusal;
      });
    });

    test("a credit waits for a concurrent termination, and is then refused", async () => {
      await race(async (money, termination, id) => {
        await termination.query(end(id));
        await termination.query(CHECK_NOW);
        const posted = money.query(fund(id, `txn_${id}`));
        const refusal = expect(posted).rejects.toMatchObject({ code: REFUSED });
        await termination.query("COMMIT");
        await refusal;
      });
    });
  });
});

describe("only the listed status transitions are accepted", () => {
  test.each([
    ["cards", ["active", "frozen", "terminated"]],
    ["card_transactions", ["authorized", "declined", "reversed", "settled"]],
    ["users", ["pending", "pending_kyc", "approved", "denied"]],
  ])("%s", async (table, statuses) => {
    const allowed = await sql(
      "SELECT from_status || ' ' || to_status AS change FROM state_changes WHERE entity = $1",
      [table],
    );
    const changes = statuses.flatMap((from) =>
      statuses.filter((to) => to !== from).map((to) => [from, to]),
    );
    for (const [from, to] of changes.filter(
      (change) => !allowed.some((each) => each.change === change.join(" ")),
    )) {
      // The row is put into its initial state with the rules disabled.
      const after = [
        `ALTER TABLE ${table} DISABLE TRIGGER USER`,
        `ALTER TABLE ${table} DROP CONSTRAINT IF EXISTS card_transactions_held, DROP CONSTRAINT IF EXISTS card_transactions_declined, DROP CONSTRAINT IF EXISTS cards_terminated`,
        `UPDATE ${table} SET status = '${from}' WHERE id = (SELECT min(id) FROM ${table})`,
        `ALTER TABLE ${table} ENABLE TRIGGER legal_state`,
      ];
      const statements = [
        `UPDATE ${table} SET status = '${to}' WHERE id = (SELECT min(id) FROM ${table})`,
      ];
      expect([from, to, await attack({ role: "app", statements, after })]).toEqual([
        from,
        to,
        REFUSED,
      ]);
      const without = [...after, `ALTER TABLE ${table} DISABLE TRIGGER legal_state`];
      expect([from, to, await attack({ role: "app", statements, after: without })]).toEqual([
        from,
        to,
        "through",
      ]);
    }
  });

  test("a new card must be active", async () => {
    const columns =
      "partner_id, user_id, card_name, currency, program, funding_type, first6, last4, number_sealed, cvv_sealed, expiry_sealed, issuer_card_id, billing_street, billing_city, billing_state, billing_postal_code, billing_country, created_at, version";
    const born = (status: string) =>
      `INSERT INTO cards (id, status, ${columns}) SELECT 'card_new', '${status}', ${columns} FROM cards WHERE id = '${world.cardId}'`;
    await refusedToBoth([born("frozen")]);
    expect(await attack({ role: "app", statements: [born("active")] })).toBe("through");
  });
});
