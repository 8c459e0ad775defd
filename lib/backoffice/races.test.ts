import "@/test/database";
import { afterAll, expect, test } from "vitest";
import { walletOf } from "@/test/fixtures/books";
import { type Answer, endTests, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { codeOf, makePerson, signedIn, type TestPerson } from "@/test/fixtures/people";
import { decisionsIn, withdrawalFaults, withdrawalsOf } from "@/test/fixtures/withdrawals";
import { rounds } from "@/test/rounds";

afterAll(endTests);

/** Threat 15. */
const ROUNDS = rounds(40, 1_000);
/** At once; each has the wallet's row to itself in turn. The number of rounds is a multiple. */
const BATCH = 20;

interface Operator {
  person: TestPerson;
  decisions: ReturnType<typeof decisionsIn>;
}

async function makeOperator(role?: "approver"): Promise<Operator> {
  const person = await makePerson({ role });
  return { person, decisions: decisionsIn(await signedIn(person)) };
}

interface Contested {
  id: string;
  partner: TestPartner;
  one: Operator;
  other: Operator;
}
type Contest = (of: Contested) => Promise<Answer>[];

const approve = ({ decisions, person }: Operator, id: string) =>
  decisions.approve(id, { totp: codeOf(person) });
const reject = ({ decisions, person }: Operator, id: string) =>
  decisions.reject(id, { totp: codeOf(person), reason: "too late?" });

/** Runs a contest for each of many withdrawals; answers with how often each contestant won. */
async function race(contest: Contest, withdrawals = ROUNDS): Promise<number[]> {
  const partner = await makePartner({ balanceUsd: withdrawals * 10 });
  const wallet = withdrawalsOf(partner);
  const wins: number[] = [];
  for (let done = 0; done < withdrawals; done += BATCH) {
    // The requests of one person are limited.
    const [one, other] = [await makeOperator(), await makeOperator("approver")];
    const batch = Array.from({ length: BATCH }, async () => {
      const id = await wallet.make(10);
      const answers = await Promise.all(contest({ id, partner, one, other }));
      const winners = answers.flatMap(({ status }, index) => (status === 200 ? [index] : []));
      expect(winners).toHaveLength(1);
      for (const { status, json } of answers.filter((answer) => answer.status !== 200))
        expect([status, json.message]).toEqual(
          status === 400 ? [400, "WITHDRAWAL_NOT_CANCELLABLE"] : [409, "WITHDRAWAL_NOT_PENDING"],
        );
      const winner = winners[0] ?? 0;
      wins[winner] = (wins[winner] ?? 0) + 1;
    });
    await Promise.all(batch);
  }
  expect(await withdrawalFaults(partner.partnerId)).toEqual([]);
  const [{ approved }] = await sql(
    "SELECT count(*)::int AS approved FROM withdrawals WHERE partner_id = $1 AND status = 'approved'",
    [partner.partnerId],
  );
  expect(await walletOf(partner.partnerId)).toBe((withdrawals - approved) * 10);
  const [{ audited }] = await sql(
    `SELECT count(*)::int AS audited FROM audit_entries a JOIN withdrawals w ON w.id = a.target_id
     WHERE w.partner_id = $1 AND a.after ->> 'status' = w.status AND w.status <> 'cancelled'`,
    [partner.partnerId],
  );
  const [{ decided }] = await sql(
    "SELECT count(*)::int AS decided FROM withdrawals WHERE partner_id = $1 AND status <> 'cancelled'",
    [partner.partnerId],
  );
  expect(audited).toBe(decided);
  return wins;
}

test(
  "of a concurrent approval and cancellation one wins, and the balances are right",
  async () => {
    const wins = await race(({ id, partner, one }) => [
      approve(one, id),
      withdrawalsOf(partner).cancel(id),
    ]);
    expect(wins.reduce((sum, count) => sum + count, 0)).toBe(ROUNDS);
  },
  rounds(180_000, 1_200_000),
);

test("of a concurrent approval and rejection one wins", async () => {
  await race(({ id, one, other }) => [approve(one, id), reject(other, id)], rounds(20, 100));
});

test("of two approvals, two rejections and two cancellations one wins", async () => {
  await race(
    ({ id, partner, one, other }) => [
      approve(one, id),
      approve(other, id),
      reject(one, id),
      reject(other, id),
      withdrawalsOf(partner).cancel(id),
      withdrawalsOf(partner).cancel(id),
    ],
    rounds(20, 60),
  );
});
