import "@/test/database";
import { afterAll, expect, test } from "vitest";

// Set before any module reads the settings: browsers refuse passkeys for an IP address.
process.env.BASE_URL = "http://localhost:3000";
process.env.NEXTAUTH_URL = "http://localhost:3000";
const { POST: register } = await import("@/app/api/account/passkeys/route");
const { POST: start } = await import("@/app/api/account/passkeys/options/route");
const { POST: accept } = await import("@/app/api/invitations/[token]/route");
const { POST: enrol } = await import("@/app/api/invitations/[token]/second-factor/route");
const { makeRecoveryLink } = await import("@/lib/people/team/recovery/make-recovery-link");
const { ownerClient } = await import("@/test/database/attack");
const { makeAuthenticator } = await import("@/test/fixtures/authenticator");
const { endTests, sql } = await import("@/test/fixtures/make");
const { codeOf, makeBrowser, makePerson, signedIn } = await import("@/test/fixtures/people");
const { expectRefusal } = await import("@/test/http/expect-answer");

afterAll(endTests);

async function recoveryToken(email: string): Promise<string> {
  const link = await makeRecoveryLink(email);
  return link.kind === "made" ? (link.inviteUrl.split("/").at(-1) ?? "") : "";
}

/** Returns the request that uses a recovery link, up to its sending. */
async function recovery(token: string) {
  const visitor = makeBrowser();
  const params = { token };
  const { secret, enrolment } = (await visitor.call(enrol, { method: "POST", params })).json.data;
  const totp = codeOf({ totpSecret: secret });
  const body = { name: "Ignored", password: "correct horse battery", enrolment, totp };
  return () => visitor.call(accept, { method: "POST", params, body });
}

const waiting = (requests: number) =>
  expect
    .poll(() =>
      sql(
        "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
      ),
    )
    .toHaveLength(requests);

test("a recovery leaves no passkey behind that a session was registering at that moment", async () => {
  const admin = await makePerson();
  const own = [admin.personId];
  const session = await signedIn(admin);
  const stepUp = { password: admin.password, code: codeOf(admin) };
  const { json } = await session.call(start, { method: "POST", body: stepUp });
  const credential = makeAuthenticator().create(json.data.options.challenge);
  const recover = await recovery(await recoveryToken(admin.email));
  const client = await ownerClient();
  try {
    await client.query("BEGIN");
    await client.query("SELECT FROM people WHERE id = $1 FOR NO KEY UPDATE", own);
    const recovered = recover();
    await waiting(1);
    const late = session.call(register, { method: "POST", body: { name: "Phone", credential } });
    await waiting(2);
    await client.query("COMMIT");
    expect((await recovered).status).toBe(201);
    expectRefusal(await late, 401, "SESSION_REQUIRED");
  } finally {
    await client.end();
  }
  expect(await sql("SELECT FROM passkeys WHERE person_id = $1", own)).toEqual([]);
});
