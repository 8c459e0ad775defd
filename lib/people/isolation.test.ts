import "@/test/database";
import pg from "pg";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { REFUSED } from "@/test/database/refuses";
import { endSecondApprovals } from "@/test/fixtures/approvals";
import { endTests, makePartner, sql } from "@/test/fixtures/make";
import { makePerson } from "@/test/fixtures/people";

let partnerId: string;
let ada: string;
let grace: string;
beforeEach(async () => {
  await endSecondApprovals();
  ({ partnerId } = await makePartner({ balanceUsd: 0 }));
  ada = (await makePerson({ partnerId })).personId;
  grace = (await makePerson({ partnerId })).personId;
});
afterAll(endTests);

const remove = (whom: string, by: string) =>
  `SELECT change_person('${partnerId}', '${by}', '${whom}', NULL, now())`;
const raiseRule = () =>
  `UPDATE partner_approval_rules SET above_micro_usd = 900000000, changed_by = '${ada}', changed_at = now(), version = version + 1
   WHERE partner_id = '${partnerId}'`;

interface Case {
  before?: () => Promise<unknown>;
  /** What another transaction commits after the snapshot. */
  meanwhile: () => Promise<unknown>;
  attack: () => string;
  /** What is left, as it must be. */
  state: () => Promise<unknown>;
  kept: unknown;
}

const CASES: Record<string, Case> = {
  "the last owner is not removed": {
    meanwhile: () => sql(remove(grace, ada)),
    attack: () => remove(ada, grace),
    state: () =>
      sql("SELECT id = $2 AS is_ada FROM people WHERE partner_id = $1 AND disabled_at IS NULL", [
        partnerId,
        ada,
      ]),
    kept: [{ is_ada: true }],
  },
  "no fee changes without the second administrator who decides since": {
    meanwhile: async () => {
      const other = await makePartner({ balanceUsd: 0 });
      await sql("UPDATE partners SET second_approval_above_micro_usd = 500000000 WHERE id = $1", [
        other.partnerId,
      ]);
    },
    attack: () => `UPDATE partners SET kyc_fee_micro_usd = 0 WHERE id = '${partnerId}'`,
    state: () => sql("SELECT kyc_fee_micro_usd AS fee FROM partners WHERE id = $1", [partnerId]),
    kept: [{ fee: "2000000" }],
  },
  "the partner's own amount is not raised without the other owner who joined since": {
    before: async () => {
      await sql("UPDATE people SET disabled_at = now() WHERE id = $1", [grace]);
      await sql("UPDATE people SET owner_until = now() - interval '80 hours' WHERE id = $1", [
        grace,
      ]);
      await sql(
        `INSERT INTO partner_approval_rules (partner_id, above_micro_usd, changed_by, changed_at, version)
         VALUES ($1, 100000000, $2, now(), 1)`,
        [partnerId, ada],
      );
    },
    meanwhile: () => makePerson({ partnerId }),
    attack: raiseRule,
    state: () =>
      sql("SELECT above_micro_usd AS above FROM partner_approval_rules WHERE partner_id = $1", [
        partnerId,
      ]),
    kept: [{ above: "100000000" }],
  },
};

/** Threat 58: the application's login chooses the isolation level. */
describe.each(Object.entries(CASES))("after the snapshot of a transaction: %s", (_, each) => {
  test.each(["REPEATABLE READ", "SERIALIZABLE"])("nothing is changed: %s", async (level) => {
    await each.before?.();
    const login = new pg.Client({ connectionString: process.env.DATABASE_URL });
    await login.connect();
    try {
      await login.query(`BEGIN ISOLATION LEVEL ${level}; SELECT FROM partners`);
      await each.meanwhile();
      await expect(login.query(`${each.attack()}; COMMIT`)).rejects.toMatchObject({
        code: REFUSED,
      });
    } finally {
      await login.end();
    }
    expect(await each.state()).toEqual(each.kept);
  });
});
