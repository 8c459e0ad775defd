import "@/test/database";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PATCH as changeOperator } from "@/app/api/admin/operators/[id]/route";
import { POST as inviteOperator } from "@/app/api/admin/operators/invitations/route";
import { POST as accept, GET as look } from "@/app/api/invitations/[token]/route";
import { POST as enrol } from "@/app/api/invitations/[token]/second-factor/route";
import { DELETE as revoke } from "@/app/api/v1/partner/people/invitations/[invitationId]/route";
import { POST as invite } from "@/app/api/v1/partner/people/invitations/route";
import { HOUR_MS, MINUTE_MS } from "@/lib/kernel/durations";
import { withClockAhead } from "@/test/fixtures/clock-ahead";
import { later } from "@/test/fixtures/later";
import { endTests, makePartner, sql } from "@/test/fixtures/make";
import {
  type Browser,
  codeOf,
  makeBrowser,
  makePerson,
  signedIn,
  type TestPerson,
} from "@/test/fixtures/people";
import { makeRecoveryLink } from "./team/recovery/make-recovery-link";

/** Processes of the service whose clocks differ by more than an hour: one makes what the other one checks. */
const CLOCKS: [string, number][] = [
  ["ahead", HOUR_MS + MINUTE_MS],
  ["behind", -HOUR_MS - MINUTE_MS],
];
const PASSWORD = "correct horse battery";

let admin: TestPerson;
let adminBrowser: Browser;
let owner: TestPerson;
let browser: Browser;
beforeAll(async () => {
  admin = await makePerson();
  adminBrowser = await signedIn(admin);
  const { partnerId } = await makePartner();
  owner = await makePerson({ partnerId });
  browser = await signedIn(owner);
});
afterAll(endTests);

const newEmail = () => `${crypto.randomUUID()}@example.com`;
const tokenOf = (inviteUrl: string) => inviteUrl.split("/").at(-1) ?? "";
const statusOf = async (answer: Promise<{ status: number }>) => (await answer).status;
/** Whether the link of an invitation can be used. */
const isOpen = async (token: string) =>
  (await statusOf(makeBrowser().call(look, { params: { token } }))) === 200;

/** Whether the approvals of an operator count from a day after now by the clock of the database. */
async function countsAfterADay(email: string): Promise<boolean> {
  const [row] = await sql(
    "SELECT abs(extract(epoch FROM approves_from - now()) - 86400) < 60 AS counts FROM people WHERE email = $1",
    [email],
  );
  return row.counts;
}

async function inviteForAnHour() {
  const body = { email: newEmail(), role: "viewer", expiresInHours: 1, password: owner.password };
  const { data } = (await browser.call(invite, { method: "POST", body })).json;
  return { invitationId: data.invitationId, token: tokenOf(data.inviteUrl) };
}

describe.each(CLOCKS)("in a process whose clock is %s", (_, byMs) => {
  const elsewhere = <T>(run: () => Promise<T>) => withClockAhead(byMs, run);

  test("an invitation is valid for its hour, whichever process made it", async () => {
    const tokens = [(await inviteForAnHour()).token, (await elsewhere(inviteForAnHour)).token];
    const areOpen = () => Promise.all(tokens.map(isOpen));
    const all = [true, true];
    expect(await areOpen()).toEqual(all);
    expect(await elsewhere(areOpen)).toEqual(all);
    const none = [false, false];
    expect(await later(HOUR_MS + MINUTE_MS / 2, areOpen)).toEqual(none);
    expect(await later(HOUR_MS + MINUTE_MS / 2, () => elsewhere(areOpen))).toEqual(none);
  });

  test("an invitation that can be used can be revoked", async () => {
    const { invitationId, token } = await inviteForAnHour();
    const revoking = () => browser.call(revoke, { method: "DELETE", params: { invitationId } });
    expect(await statusOf(elsewhere(revoking))).toBe(200);
    expect(await isOpen(token)).toBe(false);
  });

  test("a link that recovers an administrator is valid for its hour", async () => {
    const link = await elsewhere(() => makeRecoveryLink(admin.email));
    if (link.kind !== "made") throw new Error(link.kind);
    expect(await isOpen(tokenOf(link.inviteUrl))).toBe(true);
    expect(await later(HOUR_MS + MINUTE_MS, () => isOpen(tokenOf(link.inviteUrl)))).toBe(false);
  });

  test("an operator joins with the present code, and their approvals count a day later", async () => {
    const email = newEmail();
    const body = { email, role: "approver", totp: codeOf(admin) };
    const invited = await adminBrowser.call(inviteOperator, { method: "POST", body });
    const params = { token: tokenOf(invited.json.data.inviteUrl) };
    const visitor = makeBrowser();
    const enrolled = await visitor.call(enrol, { method: "POST", params });
    const { secret, enrolment } = enrolled.json.data;
    const totp = codeOf({ totpSecret: secret });
    const fields = { name: "Ada Obi", password: PASSWORD, enrolment, totp };
    const accepted = () => visitor.call(accept, { method: "POST", params, body: fields });
    expect(await statusOf(elsewhere(accepted))).toBe(201);
    expect(await countsAfterADay(email)).toBe(true);
  });

  test("an auditor is promoted with the present code, and their approvals count a day later", async () => {
    const { personId, email } = await makePerson({ role: "auditor" });
    const body = { role: "approver", totp: codeOf(admin) };
    const promote = () =>
      adminBrowser.call(changeOperator, { method: "PATCH", params: { id: personId }, body });
    expect(await statusOf(elsewhere(promote))).toBe(200);
    expect(await countsAfterADay(email)).toBe(true);
  });
});
