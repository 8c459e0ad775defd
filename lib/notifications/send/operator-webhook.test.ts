import "@/test/database";
import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, expect, test } from "vitest";
import { openAlert } from "@/lib/alerts/open-alert";
import { setMailSettings } from "@/test/fixtures/mail";
import { endTests, sql } from "@/test/fixtures/make";
import { type Receiver, startReceiver } from "@/test/http/receiver";
import { deliverMessages } from "./deliver-messages";

const SECRET = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
let receiver: Receiver | undefined;
afterEach(async () => {
  await receiver?.close();
  setMailSettings({ OPERATOR_WEBHOOK_URL: undefined, OPERATOR_WEBHOOK_SECRET: undefined });
});
afterAll(endTests);

test("a new alert is posted to the operator's webhook, once, with a valid signature", async () => {
  receiver = await startReceiver();
  setMailSettings({
    OPERATOR_WEBHOOK_URL: `${receiver.url}/alerts`,
    OPERATOR_WEBHOOK_SECRET: SECRET,
    WEBHOOK_ALLOW_LOOPBACK: "on",
  });
  await openAlert({ kind: "card_shortfall", subject: "card_1", text: "The card owes 5 USD." });
  expect(await deliverMessages()).toEqual({ sent: 1, failed: 0 });
  expect(await deliverMessages()).toEqual({ sent: 0, failed: 0 });
  expect(receiver.requests).toHaveLength(1);
  const [{ body, headers }] = receiver.requests as [Receiver["requests"][0]];
  const verified = new Webhook(SECRET).verify(body, headers as Record<string, string>);
  expect(verified).toMatchObject({
    event: "alert.opened",
    data: {
      kind: "card_shortfall",
      subject: "card_1",
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
