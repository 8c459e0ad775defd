import "@/test/database";
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { applyNetworkNotification } from "@/lib/cards/network/apply-notification";
import { now, shiftClock } from "@/lib/kernel/clock";
import { DAY_MS } from "@/lib/kernel/durations";
import { withClockAhead } from "@/test/fixtures/clock-ahead";
import { endTests, makeCard, makePartner, sql } from "@/test/fixtures/make";
import { NetworkStory, says } from "@/test/fixtures/network";
import type { NewAlert } from "./alert";
import { closeAlert } from "./close-alert";
import { openAlert } from "./open-alert";
import { findOpenSubjects } from "./sql-store";
import { listOpenAlerts } from "./store";

afterAll(endTests);

const short = (text = "The treasury is short."): NewAlert => ({
  kind: "treasury_short",
  subject: `base-${randomUUID()}`,
  text,
});
const rowsOf = ({ subject }: NewAlert) =>
  sql("SELECT text, opened_at, closed_at FROM alerts WHERE subject = $1 ORDER BY id", [subject]);

test("an alert that is raised repeatedly while open stays one alert with its first time and the newest text", async () => {
  const alert = short();
  await Promise.all(Array.from({ length: 10 }, () => openAlert(alert)));
  const [first] = await rowsOf(alert);
  shiftClock(60_000);
  await openAlert({ ...alert, text: "It is shorter still." });
  expect(await rowsOf(alert)).toEqual([
    { text: "It is shorter still.", opened_at: first.opened_at, closed_at: null },
  ]);
});

test("an alert opens also with a text of others that PostgreSQL cannot store", async () => {
  const alert = short("execution reverted: paused\u0000\u0000 by \ud800.");
  await openAlert(alert);
  await openAlert(alert);
  expect(await rowsOf(alert)).toMatchObject([{ text: "execution reverted: paused by \ufffd." }]);
});

test("an alert that is raised after its closing is a new alert", async () => {
  const alert = short();
  await openAlert(alert);
  await closeAlert(alert);
  await openAlert(alert);
  const rows = await rowsOf(alert);
  expect(rows.map(({ closed_at }) => closed_at === null)).toEqual([false, true]);
});

test("closing affects only the alert of its kind and subject, and does nothing when none is open", async () => {
  const [alert, other] = [short(), short()];
  await openAlert(alert);
  await closeAlert(other);
  await closeAlert({ ...alert, kind: "token_refuses" });
  expect(await rowsOf(alert)).toMatchObject([{ closed_at: null }]);
});

test("open alerts are listed newest first, closed alerts are not listed", async () => {
  const [older, closed, newer] = [short(), short(), short()];
  for (const alert of [older, closed, newer]) {
    await openAlert(alert);
    shiftClock(1_000);
  }
  await closeAlert(closed);
  const subjects = (await listOpenAlerts(2)).map(({ subject }) => subject);
  expect(subjects).toEqual([newer.subject, older.subject]);
});

test.each([
  ["ahead", 2 * DAY_MS],
  ["behind", -2 * DAY_MS],
])(
  "people are notified of an alert at once when the clock of its process is %s",
  async (_, byMs) => {
    const alert = short();
    await withClockAhead(byMs, () => openAlert(alert));
    const messages = await sql(
      "SELECT due_at <= now() + interval '1 hour' AS is_due FROM mail_outbox WHERE data ->> 'subject' = $1",
      [alert.subject],
    );
    expect(messages).toEqual([{ is_due: true }]);
  },
);

test.each([
  ["ahead", 2 * DAY_MS],
  ["behind", -2 * DAY_MS],
])("and so are they of an alert that opens with its cause: the clock is %s", async (_, byMs) => {
  const partner = await makePartner();
  const cardId = await makeCard(partner, { amountUsd: 5 });
  const story = new NetworkStory(cardId);
  await withClockAhead(byMs, () => applyNetworkNotification(story.says(says.capture(8, true))));
  const messages = await sql(
    `SELECT due_at <= now() + interval '1 hour' AS is_due FROM mail_outbox
     WHERE data ->> 'kind' = 'card_shortfall' AND data ->> 'subject' = $1`,
    [cardId],
  );
  expect(messages).toEqual([{ is_due: true }]);
});

test("a process whose clock is behind finds the alerts that it opened before", async () => {
  const alert = short();
  const isFound = async (before: Date) =>
    (await findOpenSubjects(alert.kind, before)).includes(alert.subject);
  await withClockAhead(-DAY_MS, async () => {
    const earlier = now();
    await sleep(20);
    await openAlert(alert);
    await sleep(20);
    expect(await isFound(earlier)).toBe(false);
    expect(await isFound(now())).toBe(true);
  });
});
