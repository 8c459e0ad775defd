import "@/test/database";
import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import {
  PATCH as changeOperator,
  DELETE as removeOperator,
} from "@/app/api/admin/operators/[id]/route";
import { POST as inviteOperator } from "@/app/api/admin/operators/invitations/route";
import { POST as inviteOwner } from "@/app/api/admin/partners/[id]/invitations/route";
import { POST as accept, GET as look } from "@/app/api/invitations/[token]/route";
import { PATCH as changeRole } from "@/app/api/v1/partner/people/[personId]/route";
import { POST as invitePerson } from "@/app/api/v1/partner/people/invitations/route";
import { now } from "@/lib/kernel/clock";
import { newId } from "@/lib/kernel/ids";
import { ownerUrl } from "@/test/database/owner-url";
import { endTests, makePartner, sql } from "@/test/fixtures/make";
import {
  type Browser,
  codeOf,
  makeBrowser,
  makePerson,
  signedIn,
  type TestPerson,
} from "@/test/fixtures/people";
import { expectRefusal } from "@/test/http/expect-answer";
import { insertInvited } from "./sql-store";

afterAll(endTests);

const newEmail = () => `${randomUUID()}@example.com`;
let partnerId: string;
beforeEach(async () => {
  ({ partnerId } = await makePartner({ balanceUsd: 0 }));
});

/** Who invites whom: the route, whose people the inviter leads, and the lesser role that they are left with. */
const INVITERS = {
  "an admin to the operator's people": {
    side: (): { partnerId?: string } => ({}),
    lesser: "auditor",
    invite: (browser: Browser, inviter: TestPerson) =>
      browser.call(inviteOperator, {
        method: "POST",
        body: { email: newEmail(), role: "admin", totp: codeOf(inviter) },
      }),
  },
  "an admin to a partner's": {
    side: (): { partnerId?: string } => ({}),
    lesser: "approver",
    invite: (browser: Browser, inviter: TestPerson) =>
      browser.call(inviteOwner, {
        method: "POST",
        params: { id: partnerId },
        body: { email: newEmail(), totp: codeOf(inviter) },
      }),
  },
  "an owner to their partner's": {
    side: (): { partnerId?: string } => ({ partnerId }),
    lesser: "viewer",
    invite: (browser: Browser, inviter: TestPerson) =>
      browser.call(invitePerson, {
        method: "POST",
        body: { email: newEmail(), role: "owner", password: inviter.password },
      }),
  },
};

/** Changes a person's role, or removes the person if the role is null, on behalf of another person. */
const CHANGE = "SELECT change_person($1, $2, $3, $4, now()) AS result";

async function invitedBy(invite: () => ReturnType<Browser["call"]>) {
  const answer = await invite();
  expect(answer.status).toBe(201);
  return new URL(answer.json.data.inviteUrl).pathname.split("/").at(-1) ?? "";
}

async function expectWorthNothing(token: string): Promise<void> {
  const body = { name: "Mallory", password: "correct horse battery" };
  const visitor = makeBrowser();
  expectRefusal(await visitor.call(look, { params: { token } }), 404, "INVITATION_NOT_FOUND");
  const accepted = await visitor.call(accept, { method: "POST", params: { token }, body });
  expectRefusal(accepted, 404, "INVITATION_NOT_FOUND");
}

/** Asks while a change of somebody's role or place is under way; each waits for what comes of that. */
async function whileChanging<T>(change: unknown[], asks: (() => Promise<T>)[]): Promise<T[]> {
  const changing = new pg.Client({ connectionString: ownerUrl() });
  await changing.connect();
  try {
    await changing.query("BEGIN");
    const { rows } = await changing.query(CHANGE, change);
    expect(rows).toEqual([{ result: "done" }]);
    const answers = Promise.all(asks.map((ask) => ask()));
    await expect
      .poll(() =>
        sql(
          "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
        ),
      )
      .toHaveLength(asks.length);
    await changing.query("COMMIT");
    return await answers;
  } finally {
    await changing.end();
  }
}

describe.each(Object.entries(INVITERS))("%s", (_, { side, lesser, invite }) => {
  let inviter: TestPerson;
  let browser: Browser;
  let peer: TestPerson;
  beforeEach(async () => {
    [inviter, peer] = [await makePerson(side()), await makePerson(side())];
    browser = await signedIn(inviter);
  });
  const changed = (role: string | null) => [
    side().partnerId ?? null,
    peer.personId,
    inviter.personId,
    role,
  ];

  test.each(["is demoted", "is removed"])(
    "invitations of a person who %s end, also when the role is restored",
    async (what) => {
      const token = await invitedBy(() => invite(browser, inviter));
      const role = what === "is demoted" ? lesser : null;
      expect(await sql(CHANGE, changed(role))).toEqual([{ result: "done" }]);
      await expectWorthNothing(token);
      if (role !== null) {
        await sql(CHANGE, changed(side().partnerId ? "owner" : "admin"));
        await expectWorthNothing(token);
      }
    },
  );

  test("open invitations of a person who lost the right in any way end", async () => {
    const token = await invitedBy(() => invite(browser, inviter));
    await sql("UPDATE people SET role = $2 WHERE id = $1", [inviter.personId, lesser]);
    await expectWorthNothing(token);
    const [{ id }] = await sql("SELECT id FROM invitations WHERE invited_by = $1", [
      inviter.personId,
    ]);
    const newcomer = {
      id: newId("prs"),
      name: "Mallory",
      emailKey: newEmail(),
      passwordHash: "none",
      totpSecretSealed: null,
      recoveryHashes: [],
      approvesFrom: null,
      createdAt: now(),
    };
    expect(await insertInvited(id, newcomer)).toBe(false);
  });

  test.each(["demoted", "removed"])(
    "an inviter who is concurrently %s creates no invitation",
    async (what) => {
      const role = what === "demoted" ? lesser : null;
      const asks = Array.from({ length: 5 }, () => () => invite(browser, inviter));
      const answers = await whileChanging(changed(role), asks);
      const [status, code] =
        what === "demoted"
          ? ([403, "ROLE_NOT_ALLOWED"] as const)
          : ([401, "SESSION_REQUIRED"] as const);
      for (const answer of answers) expectRefusal(answer, status, code);
      const left = await sql(
        "SELECT id FROM invitations WHERE invited_by = $1 AND revoked_at IS NULL",
        [inviter.personId],
      );
      expect(left).toEqual([]);
    },
  );
});

describe("a person who is removed during their own change or removal of another person", () => {
  test("an operator: the other person is unchanged", async () => {
    const [rogue, boss, friend] = [await makePerson(), await makePerson(), await makePerson()];
    const browser = await signedIn(rogue);
    const params = { id: friend.personId };
    const totp = codeOf(rogue);
    const answers = await whileChanging(
      [null, boss.personId, rogue.personId, null],
      [
        () =>
          browser.call(changeOperator, {
            method: "PATCH",
            params,
            body: { role: "auditor", totp },
          }),
        () => browser.call(removeOperator, { method: "DELETE", params, body: { totp } }),
      ],
    );
    for (const answer of answers) expectRefusal(answer, 401, "SESSION_REQUIRED");
    expect(
      await sql("SELECT role, disabled_at FROM people WHERE id = $1", [friend.personId]),
    ).toEqual([{ role: "admin", disabled_at: null }]);
  });

  test("a person of a partner: the other person is unchanged", async () => {
    const [rogue, boss] = [await makePerson({ partnerId }), await makePerson({ partnerId })];
    const friend = await makePerson({ partnerId, role: "viewer" });
    const browser = await signedIn(rogue);
    const ask = () =>
      browser.call(changeRole, {
        method: "PATCH",
        params: { personId: friend.personId },
        body: { role: "owner", password: rogue.password },
      });
    const change = [partnerId, boss.personId, rogue.personId, null];
    for (const answer of await whileChanging(change, [ask]))
      expectRefusal(answer, 401, "SESSION_REQUIRED");
    expect(await sql("SELECT role FROM people WHERE id = $1", [friend.personId])).toEqual([
      { role: "viewer" },
    ]);
  });
});
