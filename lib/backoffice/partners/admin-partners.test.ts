import "@/test/database";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GET as account } from "@/app/api/account/route";
import { POST as invite } from "@/app/api/admin/partners/[id]/invitations/route";
import { GET as people } from "@/app/api/admin/partners/[id]/people/route";
import { POST as resume } from "@/app/api/admin/partners/[id]/resume/route";
import { GET as getPartner } from "@/app/api/admin/partners/[id]/route";
import { POST as suspend } from "@/app/api/admin/partners/[id]/suspend/route";
import { POST as view } from "@/app/api/admin/partners/[id]/view/route";
import { POST as create, GET as list } from "@/app/api/admin/partners/route";
import { DELETE as leave } from "@/app/api/admin/view/route";
import { POST as acceptInvitation } from "@/app/api/invitations/[token]/route";
import { POST as reveal } from "@/app/api/v1/partner/card/[serviceCardId]/reveal/route";
import { GET as cards } from "@/app/api/v1/partner/card/route";
import { GET as keys, POST as makeKey } from "@/app/api/v1/partner/keys/route";
import { GET as balance } from "@/app/api/v1/partner/wallet/balance/route";
import { withoutAuditLog } from "@/test/database/attack";
import {
  call,
  deposit,
  endTests,
  makeCard,
  makePartner,
  sql,
  type TestPartner,
} from "@/test/fixtures/make";
import {
  type Browser,
  codeOf,
  makeBrowser,
  makePerson,
  signedIn,
  type TestPerson,
} from "@/test/fixtures/people";
import { clientOf } from "@/test/http/client";
import { expectRefusal, invalidFields } from "@/test/http/expect-answer";

let admin: TestPerson;
let browser: Browser;
let partner: TestPartner;
let owner: Browser;
beforeAll(async () => {
  admin = await makePerson();
  browser = await signedIn(admin);
  partner = await makePartner();
  owner = await signedIn(await makePerson({ partnerId: partner.partnerId, role: "owner" }));
});
afterAll(endTests);

const post = (id: string, body?: object) => ({ method: "POST", params: { id }, body });
const newEmail = () => `${randomUUID()}@example.com`;
const auditEntriesOf = (targetId: string) =>
  sql(
    "SELECT action, person_id, before, after FROM audit_entries WHERE target_id = $1 ORDER BY id",
    [targetId],
  );

describe("a new partner", () => {
  const make = (body: object) =>
    browser.call(create, { method: "POST", body: { totp: codeOf(admin), ...body } });
  const accept = (inviteUrl: string, email: string) =>
    call(acceptInvitation, {
      method: "POST",
      params: { token: new URL(inviteUrl).pathname.split("/").at(-1) ?? "" },
      body: { name: "Ada Obi", password: "correct horse battery" },
    }).then(async (answer) => {
      expect(answer.status).toBe(201);
      const signedInOwner = makeBrowser();
      await signedInOwner.signIn({ email, password: "correct horse battery", totp: "" });
      return signedInOwner;
    });

  test("has a wallet, an address, the given settings, and an owner who joins by the link", async () => {
    const email = newEmail();
    const answer = await make({ name: "Zürich Kurier", ownerEmail: email, fundingFeePercent: 0.5 });
    expect(answer.status).toBe(201);
    const { partnerId, inviteUrl, ...shown } = answer.json.data;
    expect(shown).toMatchObject({
      name: "Zürich Kurier",
      walletBalance: 0,
      walletAddress: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/),
      fundingFeePercent: 0.5,
      kycFee: 2,
      secondApprovalAbove: null,
    });
    const first = await accept(inviteUrl, email);
    expect((await first.call(account)).json.data).toMatchObject({ partnerId, role: "owner" });
    const entries = await auditEntriesOf(partnerId);
    expect(entries[0].after).toEqual({ name: "Zürich Kurier", fundingFeePercent: 0.5 });
    expect(entries).toMatchObject([
      { action: "partner.create", person_id: admin.personId },
      { action: "partner.invite", after: { email, role: "owner" } },
    ]);
  });

  test("is refused with every invalid field, and nothing is created", async () => {
    const [{ count }] = await sql("SELECT count(*) FROM partners");
    const answer = await make({ name: " ", ownerEmail: "nobody", kycFee: -1 });
    expect(invalidFields(answer)).toEqual([
      "kycFee: min",
      "name: isNotEmpty",
      "ownerEmail: isEmail",
    ]);
    expect((await sql("SELECT count(*) FROM partners"))[0].count).toBe(count);
  });

  test("a new partner whose owner never joined gets a new link, and the previous one ends", async () => {
    const email = newEmail();
    const { partnerId, inviteUrl } = (await make({ name: "Nova", ownerEmail: email })).json.data;
    const invited = () => browser.call(invite, post(partnerId, { email, totp: codeOf(admin) }));
    const again = await invited();
    expect(again.status).toBe(201);
    const token = new URL(inviteUrl).pathname.split("/").at(-1) ?? "";
    const late = await call(acceptInvitation, {
      method: "POST",
      params: { token },
      body: { name: "Ada", password: "correct horse battery" },
    });
    expectRefusal(late, 404, "INVITATION_NOT_FOUND");
    const before = (await browser.call(people, { params: { id: partnerId } })).json.data;
    expect(before).toMatchObject({ people: [], invitations: [{ email, role: "owner" }] });
    await accept(again.json.data.inviteUrl, email);
    const after = (await browser.call(people, { params: { id: partnerId } })).json.data;
    expect(after).toMatchObject({ people: [{ email, role: "owner" }], invitations: [] });
    expectRefusal(await invited(), 409, "PERSON_EXISTS");
  });
});

test("partners are found by the beginning of their name in any case, and by their id", async () => {
  const name = `Séarched Øst ${randomUUID()}`;
  const body = { name, ownerEmail: newEmail(), totp: codeOf(admin) };
  const { partnerId } = (await browser.call(create, { method: "POST", body })).json.data;
  const found = async (search: string) =>
    (await browser.call(list, { query: { search } })).json.data.partners.map(
      (each: { partnerId: string }) => each.partnerId,
    );
  expect(await found(name.toUpperCase())).toEqual([partnerId]);
  expect(await found(name.replace("Séarched Øst", "searched ost"))).toEqual([partnerId]);
  expect(await found(partnerId)).toEqual([partnerId]);
  expect(await found(`${name}%`)).toEqual([]);
  expect(await found("earched")).toEqual([]);
});

describe("a suspended partner", () => {
  const suspended = { reason: "Asked for by compliance" };

  test("has the time, person and reason until it is resumed", async () => {
    const other = await makePartner();
    const read = async () =>
      (await browser.call(list, { query: { search: other.partnerId } })).json.data.partners[0];
    expect(await read()).not.toHaveProperty("suspendedBy");
    await browser.call(suspend, post(other.partnerId, suspended));
    expect(await read()).toMatchObject({
      suspendedAt: expect.any(String),
      suspendedBy: expect.any(String),
      suspensionReason: suspended.reason,
    });
    await browser.call(resume, post(other.partnerId, { totp: codeOf(admin) }));
    expect(await read()).not.toHaveProperty("suspensionReason");
  });

  test("is stopped immediately with its keys and sessions, and resumes unchanged", async () => {
    const other = await makePartner();
    const api = clientOf(other);
    const theirs = await signedIn(await makePerson({ partnerId: other.partnerId, role: "owner" }));
    const card = await makeCard(other);
    expect((await theirs.call(balance)).status).toBe(200);

    const answer = await browser.call(suspend, post(other.partnerId, suspended));
    expect(answer.json.data.suspendedAt).toBeDefined();
    await expect.poll(async () => (await theirs.call(balance)).status).toBe(403);
    expectRefusal(await theirs.call(balance), 403, "PARTNER_SUSPENDED");
    await expect.poll(async () => (await api.getCard(card)).status).toBe(403);
    expectRefusal(await api.getCard(card), 403, "PARTNER_SUSPENDED");

    // Money that comes meanwhile is theirs.
    await deposit(other.partnerId, other.walletAddress, 25);
    const { walletBalance } = (await browser.call(getPartner, { params: { id: other.partnerId } }))
      .json.data;

    const resumed = await browser.call(resume, post(other.partnerId, { totp: codeOf(admin) }));
    expect(resumed.json.data.suspendedAt).toBeUndefined();
    await expect.poll(async () => (await api.getCard(card)).status).toBe(200);
    await expect
      .poll(async () => (await theirs.call(balance)).json.data.availableBalance)
      .toBe(walletBalance);
    expect(await auditEntriesOf(other.partnerId)).toMatchObject([
      { action: "partner.suspend", after: suspended },
      { action: "partner.resume", before: { suspendedAt: expect.any(String) } },
    ]);
  });

  test("a partner that is suspended twice, or resumed when active, stays unchanged without an audit entry", async () => {
    const other = await makePartner();
    await browser.call(resume, post(other.partnerId, { totp: codeOf(admin) }));
    expect(await auditEntriesOf(other.partnerId)).toEqual([]);
    const first = await browser.call(suspend, post(other.partnerId, suspended));
    const second = await browser.call(suspend, post(other.partnerId, { reason: "again" }));
    expect(second.json.data.suspendedAt).toBe(first.json.data.suspendedAt);
    expect(await auditEntriesOf(other.partnerId)).toHaveLength(1);
  });
});

describe("an operator who views a partner's dashboard", () => {
  test("sees what its viewers see, changes nothing, and has an audit entry; before and after sees nothing", async () => {
    const looking = await signedIn(await makePerson({ role: "auditor" }));
    const card = await makeCard(partner);
    expectRefusal(await looking.call(cards), 403, "ROLE_NOT_ALLOWED");

    expect((await looking.call(view, post(partner.partnerId))).status).toBe(200);
    const shown = await looking.call(cards);
    expect(shown.json.data.cards).toMatchObject([{ serviceCardId: card }]);
    // One's own account stays one's own.
    expect((await looking.call(account)).json.data).toMatchObject({ role: "auditor" });
    // Fields that the partner's viewers may not see, or that cannot be changed.
    expectRefusal(
      await looking.call(makeKey, { method: "POST", body: { name: "mine" } }),
      403,
      "ROLE_NOT_ALLOWED",
    );
    const revealed = { method: "POST", params: { serviceCardId: card }, body: { password: "x" } };
    expectRefusal(await looking.call(reveal, revealed), 403, "ROLE_NOT_ALLOWED");
    const viewer = await signedIn(
      await makePerson({ partnerId: partner.partnerId, role: "viewer" }),
    );
    expect((await looking.call(keys)).status).toBe((await viewer.call(keys)).status);

    await looking.call(leave, { method: "DELETE" });
    expectRefusal(await looking.call(cards), 403, "ROLE_NOT_ALLOWED");
    expect((await auditEntriesOf(partner.partnerId)).map(({ action }) => action)).toContain(
      "partner.view",
    );
  });

  test("has one audit entry for the start and one for the end", async () => {
    const { personId, ...person } = await makePerson({ role: "auditor" });
    const looking = await signedIn({ personId, ...person });
    const one = await makePartner();
    const other = await makePartner();
    const done = async (targetId: string) =>
      (await auditEntriesOf(targetId)).filter((entry) => entry.person_id === personId);
    await looking.call(leave, { method: "DELETE" });
    for (const { partnerId } of [one, other]) await looking.call(view, post(partnerId));
    const leaving = Array.from({ length: 5 }, () => looking.call(leave, { method: "DELETE" }));
    for (const answer of await Promise.all(leaving)) expect(answer.status).toBe(200);
    expect(await done(one.partnerId)).toMatchObject([{ action: "partner.view" }]);
    expect(await done(other.partnerId)).toMatchObject([
      { action: "partner.view" },
      { action: "partner.leave" },
    ]);
    const [{ entries }] = await sql(
      "SELECT count(*)::int AS entries FROM audit_entries WHERE person_id = $1",
      [personId],
    );
    expect(entries).toBe(3);
  });

  test("keeps the view when its end cannot be audited", async () => {
    const looking = await signedIn(await makePerson({ role: "auditor" }));
    const { partnerId } = await makePartner({ balanceUsd: 9 });
    await looking.call(view, post(partnerId));
    await withoutAuditLog(async () => {
      expect((await looking.call(leave, { method: "DELETE" })).status).toBe(500);
    });
    expect((await looking.call(balance)).json.data.availableBalance).toBe(9);
    await looking.call(leave, { method: "DELETE" });
    expectRefusal(await looking.call(balance), 403, "ROLE_NOT_ALLOWED");
  });

  test("views one partner at a time, in one session only", async () => {
    const person = await makePerson({ role: "approver" });
    const [here, there] = [await signedIn(person), await signedIn(person)];
    const other = await makePartner({ balanceUsd: 12 });
    await here.call(view, post(partner.partnerId));
    await here.call(view, post(other.partnerId));
    expect((await here.call(balance)).json.data.availableBalance).toBe(12);
    expectRefusal(await there.call(balance), 403, "ROLE_NOT_ALLOWED");
  });

  test("can view a suspended partner, and no unknown one", async () => {
    const other = await makePartner({ balanceUsd: 7 });
    await browser.call(suspend, post(other.partnerId, { reason: "test" }));
    await browser.call(view, post(other.partnerId));
    expect((await browser.call(balance)).json.data.availableBalance).toBe(7);
    expectRefusal(await browser.call(view, post("ptn_x")), 404, "PARTNER_NOT_FOUND");
  });

  test("is never a person of a partner", async () => {
    expectRefusal(await owner.call(view, post(partner.partnerId)), 403, "ROLE_NOT_ALLOWED");
    await sql("UPDATE sessions SET viewing_partner_id = $1", [partner.partnerId]);
    const other = await makePartner({ balanceUsd: 3 });
    const theirs = await signedIn(await makePerson({ partnerId: other.partnerId }));
    await sql("UPDATE sessions SET viewing_partner_id = $1", [partner.partnerId]);
    expect((await theirs.call(balance)).json.data.availableBalance).toBe(3);
  });
});
