import "@/test/database";
import { setDefaultCACertificates } from "node:tls";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { POST as requestReset } from "@/app/api/password-resets/route";
import { POST as createKey } from "@/app/api/v1/partner/keys/route";
import { rowsRead } from "@/test/database/table-scans";
import { setMailSettings } from "@/test/fixtures/mail";
import { endTests, makePartner, sql } from "@/test/fixtures/make";
import { makeBrowser, makePerson, signedIn, type TestPerson } from "@/test/fixtures/people";
import { AUTHORITY } from "@/test/http/certificates";
import { expectSuccess } from "@/test/http/expect-answer";
import { type MailServer, startMailServer } from "@/test/http/mail-server";
import { mailOutbox } from "./outbox/sql-store";
import { deliverMessages } from "./send/deliver-messages";

setDefaultCACertificates([AUTHORITY]);

const OWNERS = 3;
const KEYS = 10;
/** The mailboxes of one partner's owners, which take no message. */
const full = new Set<string>();
let server: MailServer;
let other: TestPerson;

beforeEach(async () => {
  full.clear();
  server = await startMailServer({
    refuse: (recipient) => (full.has(recipient) ? [452, "Mailbox full"] : undefined),
  });
  setMailSettings({ SMTP_URL: server.url, MAIL_FROM: "Partner wallet <no-reply@cards.example>" });
  await sql("DELETE FROM mail_outbox");
  const { partnerId } = await makePartner({ balanceUsd: 0 });
  other = await makePerson({ partnerId });
});
afterEach(async () => {
  setMailSettings({ SMTP_URL: undefined, MAIL_FROM: undefined });
  await server.close();
  await sql("DELETE FROM mail_outbox");
});
afterAll(endTests);

/** Queues an e-mail to each owner of a partner for each of its new API keys. Returns the owners. */
async function flood(): Promise<TestPerson[]> {
  const { partnerId } = await makePartner({ balanceUsd: 0 });
  const owners: TestPerson[] = [];
  for (let nth = 0; nth < OWNERS; nth++) owners.push(await makePerson({ partnerId }));
  const [first = other] = owners;
  const browser = await signedIn(first);
  await sql("DELETE FROM mail_outbox");
  for (let nth = 0; nth < KEYS; nth++) {
    const body = { name: `Key ${nth}`, password: first.password };
    expect((await browser.call(createKey, { method: "POST", body })).status).toBe(201);
  }
  return owners;
}

async function resetRequested({ email }: TestPerson): Promise<void> {
  const answer = await makeBrowser().call(requestReset, { method: "POST", body: { email } });
  expectSuccess(answer, { requested: true });
}
const placeOf = ({ email }: TestPerson) => server.received.findIndex(({ to }) => to[0] === email);

test("a link for a new password does not wait for the many e-mails of another partner", async () => {
  await flood();
  await resetRequested(other);
  expect(await deliverMessages()).toEqual({ sent: OWNERS * KEYS + 1, failed: 0 });
  expect(placeOf(other)).toBeLessThan(5);
});

test("it does not wait for mailboxes of another partner that take nothing", async () => {
  for (const { email } of await flood()) full.add(email);
  await resetRequested(other);
  await deliverMessages();
  expect(server.received.map(({ to }) => to)).toEqual([[other.email]]);
});

test("the next e-mails are found without reading all those of a partner that wait", async () => {
  const { partnerId } = await makePartner({ balanceUsd: 0 });
  const owner = await makePerson({ partnerId });
  await sql(
    `INSERT INTO mail_outbox (id, channel, kind, partner_id, person_id, address, data, created_at, due_at, expires_at)
     SELECT 'eml_many_' || n, 'mail', 'withdrawal_own_approval', $1, $2, 'many@example.com', '{}', now(), now(), now() + interval '1 day'
     FROM generate_series(1, 20000) n`,
    [partnerId, owner.personId],
  );
  await sql("ANALYZE mail_outbox");
  const before = await rowsRead(["mail_outbox"]);
  expect(await mailOutbox.lease(5, "mail")).toHaveLength(5);
  expect((await rowsRead(["mail_outbox"])) - before).toBeLessThan(200);
});
