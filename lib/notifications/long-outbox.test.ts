import "@/test/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { now } from "@/lib/kernel/clock";
import { rowsRead } from "@/test/database/table-scans";
import { queuedFor } from "@/test/fixtures/mail";
import { endTests, makePartner, sql } from "@/test/fixtures/make";
import { makePerson, type TestPerson } from "@/test/fixtures/people";
import { withdrawalsOf } from "@/test/fixtures/withdrawals";
import { knowsLater } from "./contents/sql-store";

/** The e-mails to other people that were sent, and as many that wait for their next attempt because the mail server takes none. */
const OTHERS = 20_000;

let admin: TestPerson;
beforeAll(async () => {
  admin = await makePerson();
  await sql("DELETE FROM mail_outbox");
  const { personId } = await makePerson({ role: "auditor" });
  await sql(
    `INSERT INTO mail_outbox (id, channel, kind, person_id, address, data, created_at, due_at, expires_at, attempts, sent_at)
     SELECT 'eml_many_' || n, 'mail', 'withdrawal_pending', $1, 'many@example.com', '{}', now() - interval '1 hour',
       CASE WHEN n <= ${OTHERS} THEN now() + n % 900 * interval '1 second' END, now() + interval '1 day', 9,
       CASE WHEN n > ${OTHERS} THEN now() END
     FROM generate_series(1, ${2 * OTHERS}) n`,
    [personId],
  );
});
afterAll(endTests);

test.each(["nothing", "ANALYZE mail_outbox"])(
  "after %s, a withdrawal queues its e-mails without reading the others that wait or were sent",
  async (command) => {
    if (command !== "nothing") await sql(command);
    const before = await rowsRead(["mail_outbox"]);
    await withdrawalsOf(await makePartner({ balanceUsd: 100 })).make(10);
    expect((await rowsRead(["mail_outbox"])) - before).toBeLessThan(50);
    expect(await queuedFor(admin.email, "withdrawal_pending")).toHaveLength(1);
  },
);

test("a later e-mail of a kind is looked up without reading those of other people", async () => {
  const before = await rowsRead(["mail_outbox"]);
  expect(await knowsLater(admin.personId, "withdrawal_pending", now())).toBe(false);
  expect((await rowsRead(["mail_outbox"])) - before).toBeLessThan(50);
});
