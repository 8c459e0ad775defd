import "@/test/database";
import { setDefaultCACertificates } from "node:tls";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { now, shiftClock } from "@/lib/kernel/clock";
import { HOUR_MS } from "@/lib/kernel/durations";
import { newId } from "@/lib/kernel/ids";
import { newLinkMail } from "@/lib/mail/link-mail";
import { withClockAhead } from "@/test/fixtures/clock-ahead";
import { setMailSettings } from "@/test/fixtures/mail";
import { endTests, sql } from "@/test/fixtures/make";
import { AUTHORITY } from "@/test/http/certificates";
import { type MailServer, startMailServer } from "@/test/http/mail-server";
import { countMessages, ERASE_LINKS } from "../outbox/sql-store";
import { deliverMessages } from "./deliver-messages";

setDefaultCACertificates([AUTHORITY]);

const ADDRESS = "ada@example.com";
const open: { close(): unknown }[] = [];
beforeEach(async () => {
  await sql("DELETE FROM mail_outbox");
});
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
  setMailSettings({ SMTP_URL: undefined, MAIL_FROM: undefined });
});
afterAll(endTests);

async function serve(...args: Parameters<typeof startMailServer>): Promise<MailServer> {
  const server = await startMailServer(...args);
  open.push(server);
  setMailSettings({ SMTP_URL: server.url, MAIL_FROM: "Partner wallet <no-reply@cards.example>" });
  return server;
}

interface Queued {
  partnerName?: string;
  expiresInMs?: number;
}

/** Queues an invitation with a sealed link; returns its id. */
async function queue({ partnerName = "Northwind", expiresInMs = HOUR_MS }: Queued = {}) {
  const mail = newLinkMail("http://127.0.0.1:3000/invite/secret-token");
  const at = now();
  const expiresAt = new Date(at.getTime() + expiresInMs);
  const data = { role: "viewer", partnerName, invitedBy: "Amina", expiresAt };
  const id = mail?.id ?? newId("eml");
  await sql(
    `INSERT INTO mail_outbox (id, channel, kind, address, data, link_sealed, created_at, due_at, expires_at)
     VALUES ($1, 'mail', 'invitation', $2, $3, $4, $5, $5, $6)`,
    [id, ADDRESS, data, mail?.link_sealed, at, expiresAt],
  );
  return id;
}
const rowOf = async (id: string) => (await sql("SELECT * FROM mail_outbox WHERE id = $1", [id]))[0];

test("a process whose clock is ahead sends what the database does not call expired", async () => {
  const server = await serve();
  const id = await queue();
  await withClockAhead(48 * HOUR_MS, deliverMessages);
  expect(server.received).toHaveLength(1);
  expect(await rowOf(id)).toMatchObject({ failed_at: null, failure: null });
});

test("an e-mail is sent over STARTTLS with a login, as text and HTML, once, and its link is erased", async () => {
  const server = await serve({ hasStartTls: true, login: { user: "relay", pass: "p@ss:word/%" } });
  const id = await queue();
  expect(await deliverMessages()).toEqual({ sent: 1, failed: 0 });
  expect(server.received).toHaveLength(1);
  const [{ from, to, user, isEncrypted, parsed }] = server.received as [MailServer["received"][0]];
  expect({ from, to, user, isEncrypted }).toEqual({
    from: "no-reply@cards.example",
    to: [ADDRESS],
    user: "relay",
    isEncrypted: true,
  });
  expect(parsed.subject).toBe("Invitation to join Northwind");
  expect(parsed.messageId).toBe(`<${id}@127.0.0.1>`);
  expect(parsed.headers.get("auto-submitted")).toBe("auto-generated");
  for (const body of [parsed.text, parsed.html])
    expect(body).toContain("http://127.0.0.1:3000/invite/secret-token");
  expect(parsed.subject).not.toContain("secret-token");
  const row = await rowOf(id);
  expect(row).toMatchObject({ attempts: 1, due_at: null, failed_at: null, link_sealed: null });
  expect(row.sent_at).not.toBeNull();
  expect(await deliverMessages()).toEqual({ sent: 0, failed: 0 });
  expect(server.received).toHaveLength(1);
});

test("a temporary refusal is retried after a pause, and the link is kept for it", async () => {
  let isBusy = true;
  const server = await serve({ refuse: () => (isBusy ? [451, "Try again later"] : undefined) });
  const id = await queue();
  expect(await deliverMessages()).toEqual({ sent: 0, failed: 1 });
  const row = await rowOf(id);
  expect(row).toMatchObject({ attempts: 1, sent_at: null, failed_at: null });
  expect(row.failure).toContain("451");
  expect(row.link_sealed).not.toBeNull();
  expect(row.due_at.getTime()).toBeGreaterThan(now().getTime());
  isBusy = false;
  expect(await deliverMessages()).toEqual({ sent: 0, failed: 0 });
  shiftClock(11_000);
  expect(await deliverMessages()).toEqual({ sent: 1, failed: 0 });
  expect(server.received).toHaveLength(1);
});

test("a message that waits for its next attempt counts as late from the time of its first one", async () => {
  await serve({ refuse: () => [451, "Try again later"] });
  await queue();
  const queuedMs = now().getTime();
  for (let minutes = 0; minutes < 20; minutes += 5) {
    await deliverMessages();
    shiftClock(5 * 60_000);
  }
  // The attempt of this moment has failed, too, and the next one is minutes away.
  await deliverMessages();
  const { due, oldestDueAt, failure } = await countMessages(["mail"], now());
  expect({ due, failure }).toEqual({ due: 1, failure: expect.stringContaining("451") });
  expect(Math.abs((oldestDueAt?.getTime() ?? 0) - queuedMs)).toBeLessThan(60_000);
});

test("a message to a full mailbox does not count as late once another one was sent", async () => {
  let isFull = true;
  await serve({ refuse: () => (isFull ? [452, "Mailbox full"] : undefined) });
  await queue();
  shiftClock(60_000);
  await deliverMessages();
  expect(await countMessages(["mail"], now())).toMatchObject({ due: 1, isOneAddress: true });
  isFull = false;
  await queue();
  await deliverMessages();
  const counts = await countMessages(["mail"], now());
  expect(counts).toMatchObject({ due: 1, oldestDueAt: null });
  // Nothing is taken from here on, and the messages are to several addresses.
  isFull = true;
  shiftClock(60_000);
  for (const address of ["ada@example.com", "grace@example.com"])
    await sql("UPDATE mail_outbox SET address = $2 WHERE id = $1", [await queue(), address]);
  await deliverMessages();
  const later = await countMessages(["mail"], now());
  expect(later).toMatchObject({ due: 3, isOneAddress: false, oldestDueAt: expect.any(Date) });
});

test("a message whose time has not come is not counted", async () => {
  await queue();
  await sql(
    "UPDATE mail_outbox SET created_at = now() + interval '1 hour', due_at = now() + interval '1 hour'",
  );
  expect(await countMessages(["mail"], now())).toMatchObject({ due: 0, oldestDueAt: null });
});

test("a permanent refusal of the address is given up at once, and the reason names no address", async () => {
  const server = await serve({ refuse: () => [550, `No mailbox ${ADDRESS} here`] });
  const id = await queue();
  await deliverMessages();
  const row = await rowOf(id);
  expect(row).toMatchObject({ attempts: 1, due_at: null, sent_at: null, link_sealed: null });
  expect(row.failed_at).not.toBeNull();
  expect(row.failure).toMatch(/^RCPT TO: 550 No mailbox <address> here/);
  expect(server.received).toHaveLength(0);
});

test.each([
  ["does not relay for us", 554, "5.7.1 Relay access denied"],
  ["wants a login", 530, "5.7.0 Authentication required"],
  ["blocks our address", 550, "5.7.1 Service unavailable; client host blocked"],
  ["waits with a refusal of the sender", 550, "5.1.8 Sender address rejected: Domain not found"],
])(
  "a server that %s keeps the message, because it would refuse every recipient",
  async (_, code, text) => {
    let isRefused = true;
    const server = await serve({ refuse: () => (isRefused ? [code, text] : undefined) });
    const id = await queue();
    await deliverMessages();
    expect(await rowOf(id)).toMatchObject({ attempts: 1, failed_at: null });
    expect((await rowOf(id)).failure).toContain(text);
    // The operator has corrected the settings.
    isRefused = false;
    shiftClock(11_000);
    expect(await deliverMessages()).toEqual({ sent: 1, failed: 0 });
    expect(server.received).toHaveLength(1);
  },
);

test.each([
  ["has not verified our sender", 554, "Message rejected: Email address is not verified."],
  ["knows another sender", 550, "The from address does not match a verified Sender Identity"],
  ["has paused our account", 554, "Message rejected: Sending paused for this account"],
  ["distrusts our domain", 550, "5.7.26 This mail has been blocked: the sender is unauthenticated"],
  ["refuses our address", 553, "5.1.8 Sender address rejected"],
])("a mail service that %s after the data gets the message again", async (_, code, text) => {
  let isRefused = true;
  const server = await serve({ refuseData: () => (isRefused ? [code, text] : undefined) });
  const id = await queue();
  await deliverMessages();
  const row = await rowOf(id);
  expect(row).toMatchObject({ attempts: 1, failed_at: null });
  expect(row.failure).toMatch(new RegExp(`^DATA: ${code} `));
  expect(row.link_sealed).not.toBeNull();
  isRefused = false;
  shiftClock(11_000);
  expect(await deliverMessages()).toEqual({ sent: 1, failed: 0 });
  expect(server.received.at(-1)?.to).toEqual([ADDRESS]);
});

test.each([
  [550, "5.1.1 User unknown"],
  [552, "5.2.3 Message too large for the mailbox"],
  [554, "5.6.0 Message content rejected"],
])("a refusal of the message itself after the data, %s %s, ends it", async (code, text) => {
  await serve({ refuseData: () => [code, text] });
  const id = await queue();
  await deliverMessages();
  expect(await rowOf(id)).toMatchObject({ attempts: 1, due_at: null, sent_at: null });
  expect((await rowOf(id)).failed_at).not.toBeNull();
});

test("a refused login is retried, because it says nothing about the message", async () => {
  const server = await serve({ hasStartTls: true, login: { user: "relay", pass: "right" } });
  setMailSettings({ SMTP_URL: `smtp://relay:wrong@127.0.0.1:${server.port}` });
  const id = await queue();
  await deliverMessages();
  const row = await rowOf(id);
  expect(row.failure).toContain("535");
  expect(row.failed_at).toBeNull();
  expect(row.due_at).not.toBeNull();
});

test("a connection that is cut after the data is retried with the same Message-ID", async () => {
  let cuts = 1;
  const server = await serve({ cutAfterData: () => cuts-- > 0 });
  const id = await queue();
  expect(await deliverMessages()).toEqual({ sent: 0, failed: 1 });
  shiftClock(11_000);
  expect(await deliverMessages()).toEqual({ sent: 1, failed: 0 });
  const ids = server.received.map(({ parsed }) => parsed.messageId);
  expect(ids).toEqual([`<${id}@127.0.0.1>`, `<${id}@127.0.0.1>`]);
});

test("a message that is not sent before its end is given up with the last failure", async () => {
  await serve({ refuse: () => [451, "Try again later"] });
  const id = await queue({ expiresInMs: 30_000 });
  await deliverMessages();
  shiftClock(60_000);
  await deliverMessages();
  const row = await rowOf(id);
  expect(row).toMatchObject({ due_at: null, sent_at: null, link_sealed: null });
  expect(row.failed_at).not.toBeNull();
  expect(row.failure).toContain("451");
});

test("two processes send a message once", async () => {
  const server = await serve();
  await queue();
  const counts = await Promise.all([deliverMessages(), deliverMessages(), deliverMessages()]);
  expect(counts.map(({ sent }) => sent).sort()).toEqual([0, 0, 1]);
  expect(server.received).toHaveLength(1);
});

test("a name with line breaks adds neither headers nor lines, and HTML is escaped", async () => {
  const server = await serve();
  await queue({ partnerName: 'Evil\r\nBcc: victim@example.com\n\n<script>alert("1")</script>' });
  await deliverMessages();
  const [{ parsed, to }] = server.received as [MailServer["received"][0]];
  expect(to).toEqual([ADDRESS]);
  expect(parsed.bcc).toBeUndefined();
  expect(parsed.subject).toBe(
    'Invitation to join Evil Bcc: victim@example.com <script>alert("1")</script>',
  );
  expect(parsed.html).not.toContain("<script>");
  expect(parsed.html).toContain("&lt;script&gt;");
  expect(parsed.text).not.toMatch(/^Bcc:/m);
});

test("without a mail server nothing is sent, and the message stays", async () => {
  await serve();
  const id = await queue();
  setMailSettings({ SMTP_URL: undefined, MAIL_FROM: undefined });
  expect(await deliverMessages()).toEqual({ sent: 0, failed: 0 });
  expect(await rowOf(id)).toMatchObject({ attempts: 0, sent_at: null });
});

test("links are erased without reading all messages", async () => {
  await sql(
    `INSERT INTO mail_outbox (id, channel, kind, address, data, created_at, expires_at, sent_at)
     SELECT 'eml_old' || n, 'mail', 'invitation', $1, '{}', now(), now(), now() FROM generate_series(1, 5000) n`,
    [ADDRESS],
  );
  const plan = JSON.stringify(await sql(`EXPLAIN (FORMAT JSON) ${ERASE_LINKS}`));
  expect(plan).toContain("mail_outbox_links_idx");
});
