import "@/test/database";
import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, expect, test } from "vitest";
import { openAlert } from "@/lib/alerts/open-alert";
import { withClockAhead } from "@/test/fixtures/clock-ahead";
import { setMailSettings } from "@/test/fixtures/mail";
import { endTests, sql } from "@/test/fixtures/make";
import { startMailServer } from "@/test/http/mail-server";
import { type Receiver, startReceiver } from "@/test/http/receiver";
import { deliverMessages } from "./deliver-messages";

const SECRET = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
let receiver: Receiver | undefined;
afterEach(async () => {
  await receiver?.close();
  setMailSettings({ OPERATOR_WEBHOOK_URL: undefined, OPERATOR_WEBHOOK_SECRET: undefined });
});
afterAll(endTests);

test.each([
  ["right", 0],
  ["an hour ahead", 3_600_000],
  ["an hour behind", -3_600_000],
])("a new alert is posted once, with a valid signature: clock %s", async (_, byMs) => {
  receiver = await startReceiver();
  setMailSettings({
    OPERATOR_WEBHOOK_URL: `${receiver.url}/alerts`,
    OPERATOR_WEBHOOK_SECRET: SECRET,
    WEBHOOK_ALLOW_LOOPBACK: "on",
  });
  const subject = `card_${byMs}`;
  await openAlert({ kind: "card_shortfall", subject, text: "The card owes 5 USD." });
  expect(await withClockAhead(byMs, deliverMessages)).toEqual({ sent: 1, failed: 0 });
  expect(await deliverMessages()).toEqual({ sent: 0, failed: 0 });
  expect(receiver.requests).toHaveLength(1);
  const [{ body, headers }] = receiver.requests as [Receiver["requests"][0]];
  const verified = new Webhook(SECRET).verify(body, headers as Record<string, string>);
  expect(verified).toMatchObject({
    event: "alert.opened",
    data: {
      kind: "card_shortfall",
      subject,
      text: "The card owes 5 USD.",
      url: "http://127.0.0.1:3000/admin/health",
    },
  });
});

test("a failing webhook is retried and does not stop e-mails", async () => {
  receiver = await startReceiver(() => ({ status: 500 }));
  setMailSettings({
    OPERATOR_WEBHOOK_URL: receiver.url,
    OPERATOR_WEBHOOK_SECRET: SECRET,
    WEBHOOK_ALLOW_LOOPBACK: "on",
    SANDBOX_MAILBOX: "on",
  });
  await openAlert({ kind: "card_shortfall", subject: "card_2", text: "The card owes 6 USD." });
  await deliverMessages();
  const [row] = await sql(
    "SELECT * FROM mail_outbox WHERE channel = 'webhook' AND data ->> 'subject' = 'card_2'",
  );
  expect(row).toMatchObject({ sent_at: null, failed_at: null, attempts: 1 });
  expect(row.due_at).not.toBeNull();
  setMailSettings({ SANDBOX_MAILBOX: undefined });
});

test("a mail server that does not answer does not hold up the webhook", async () => {
  receiver = await startReceiver();
  const silent = await startMailServer({ isSilent: true });
  setMailSettings({
    OPERATOR_WEBHOOK_URL: receiver.url,
    OPERATOR_WEBHOOK_SECRET: SECRET,
    WEBHOOK_ALLOW_LOOPBACK: "on",
    SMTP_URL: silent.url,
    MAIL_FROM: "no-reply@cards.example",
  });
  await sql(
    `INSERT INTO mail_outbox (id, channel, kind, address, data, created_at, due_at, expires_at)
     VALUES ('eml_first', 'mail', 'invitation', 'ada@example.com', $1, now(), now() - interval '1 minute', now() + interval '1 day')`,
    [{ role: "viewer", partnerName: "Northwind", invitedBy: "Amina", expiresAt: new Date() }],
  );
  await openAlert({ kind: "card_shortfall", subject: "card_3", text: "The card owes 7 USD." });
  const run = deliverMessages();
  try {
    await expect.poll(() => receiver?.requests.length).toBeGreaterThan(0);
    // The attempt of the e-mail is still under way.
    expect(await sql("SELECT failure FROM mail_outbox WHERE id = 'eml_first'")).toEqual([
      { failure: null },
    ]);
  } finally {
    await silent.close();
    await run;
    setMailSettings({ SMTP_URL: undefined, MAIL_FROM: undefined });
  }
});
