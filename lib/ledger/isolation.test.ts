import "@/test/database";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { post } from "@/test/database/attack";
import { REFUSED } from "@/test/database/refuses";
import { endTests, makeCard, makePartner, sql } from "@/test/fixtures/make";
import { clientOf } from "@/test/http/client";
import { cardAccount, walletAccount } from "./accounts";

afterAll(endTests);

/** Threat 58: the application's login chooses the isolation level. */
test.each(["REPEATABLE READ", "SERIALIZABLE"])(
  "nothing is posted to a card that was terminated after the snapshot of a transaction: %s",
  async (level) => {
    const partner = await makePartner();
    const { partnerId } = partner;
    const cardId = await makeCard(partner, { amountUsd: 5 });
    const client = clientOf(partner);
    const emptied = await client.withdraw({ serviceCardId: cardId, amount: 5, reference: "all" });
    expect(emptied.status).toBe(200);
    const login = new pg.Client({ connectionString: process.env.DATABASE_URL });
    await login.connect();
    try {
      await login.query(`BEGIN ISOLATION LEVEL ${level}`);
      await login.query("SELECT FROM ledger.rules");
      expect((await client.terminate(cardId)).status).toBe(200);
      const funding = post({
        type: "card_funding",
        source: `txn_late_${level}`,
        partnerId,
        legs: [
          [walletAccount(partnerId), -5],
          [cardAccount(cardId), 5],
        ],
      });
      await expect(login.query(`${funding}; COMMIT`)).rejects.toMatchObject({ code: REFUSED });
    } finally {
      await login.end();
    }
    const [{ balance }] = await sql(
      "SELECT balance_micro_usd AS balance FROM ledger.accounts WHERE id = $1",
      [cardAccount(cardId)],
    );
    expect(balance).toBe("0");
  },
);
