import { POST as saveAddress } from "@/app/api/v1/partner/addresses/route";
import { POST as createKey } from "@/app/api/v1/partner/keys/route";
import { POST as invite } from "@/app/api/v1/partner/people/invitations/route";
import type { PartnerRole } from "@/lib/contract/roles";
import { BASIC_SCOPES } from "@/lib/contract/scopes";
import { requestLog } from "@/lib/request-log/request-log";
import { rowsOf } from "@/test/database/rows-of";
import {
  type CallOptions,
  makeCard,
  makePartner,
  sql,
  type TestPartner,
} from "@/test/fixtures/make";
import { requestNoRule, setRule, waitForPartner } from "@/test/fixtures/own-approvals";
import type { Browser } from "@/test/fixtures/people";
import { makePerson, signedIn, type TestPerson } from "@/test/fixtures/people";
import { addDomainDirectly, bindDirectly, connectDirectly } from "@/test/fixtures/sso";
import { ADDRESS, withdrawalsOf } from "@/test/fixtures/withdrawals";
import type { DashboardOperation, OfficeSubject } from "./dashboard-operations";
import { makeEndpoint } from "./world";

/** A caller with two sessions: `browser`, which sends the requests, and `elsewhere`. */
export interface Caller {
  person: TestPerson;
  browser: Browser;
  elsewhere: Browser;
  /** The session of `elsewhere`. */
  sessionId: string;
}

/** A partner with people, and one of each object that the operations of the dashboard refer to. */
export interface Office {
  partner: TestPartner;
  owner: Caller;
  ids: Record<OfficeSubject, string>;
}

/** Creates a person of a partner who has an authenticator and has begun to set up another one. */
export async function makeCaller(partnerId: string, role: PartnerRole): Promise<Caller> {
  const person = await makePerson({ partnerId, role, withTotp: true });
  const browser = await signedIn(person);
  const elsewhere = await signedIn(person);
  await sql("UPDATE people SET totp_pending_sealed = totp_secret_sealed WHERE id = $1", [
    person.personId,
  ]);
  const [{ id: sessionId }] = await sql(
    "SELECT id FROM sessions WHERE person_id = $1 ORDER BY id DESC LIMIT 1",
    [person.personId],
  );
  return { person, browser, elsewhere, sessionId };
}

export async function makeOffice(): Promise<Office> {
  const partner = await makePartner({ balanceUsd: 100 });
  const { partnerId } = partner;
  await makeEndpoint(partner);
  const owner = await makeCaller(partnerId, "owner");
  const card = await makeCard(partner, { amountUsd: 5 });
  const { personId: colleague } = await makePerson({ partnerId, role: "viewer" });
  const post = { method: "POST" };
  const { password } = owner.person;
  // With basic scopes, so that a developer may rotate the key too.
  const key = await owner.browser.call(createKey, {
    ...post,
    body: { name: "office", scopes: BASIC_SCOPES, password },
  });
  const saved = await owner.browser.call(saveAddress, {
    ...post,
    body: { label: "office", address: ADDRESS },
  });
  const body = { email: `${colleague}@example.com`, role: "viewer", password };
  const invited = await owner.browser.call(invite, { ...post, body });
  const [{ id: transaction }] = await sql(
    "SELECT id FROM wallet_transactions WHERE card_id = $1 ORDER BY id LIMIT 1",
    [card],
  );
  await requestLog().flush();
  const [logged] = await sql("SELECT id FROM request_log WHERE partner_id = $1 LIMIT 1", [
    partnerId,
  ]);
  const [{ user_id: user }] = await sql("SELECT user_id FROM cards WHERE id = $1", [card]);
  const [{ id: deposit }] = await sql("SELECT id FROM deposits WHERE partner_id = $1", [partnerId]);
  await connectDirectly(partnerId);
  await bindDirectly(partnerId, colleague);
  // A second person must approve it, and another owner must confirm that the rule ends.
  const withdrawal = await withdrawalsOf(partner).make(5);
  await waitForPartner(partnerId, withdrawal);
  await setRule({ partnerId, personId: owner.person.personId, aboveUsd: 1_000 });
  await requestNoRule(partnerId, owner.person.personId);
  const ids = {
    card,
    domain: await addDomainDirectly(partnerId),
    deposit,
    user,
    transaction,
    withdrawal,
    colleague,
    address: saved.json.data.addressId,
    key: key.json.data.keyId,
    invitation: invited.json.data.invitationId,
    session: owner.sessionId,
    request: logged.id,
  };
  return { partner, owner, ids };
}

/** Returns a complete request of an operation by a caller for this id. */
export function requestBy(
  { contract, params, query, body }: DashboardOperation,
  { person }: Caller,
  id: string,
): CallOptions {
  return {
    method: contract.method,
    ...(params && { params: { [params]: id } }),
    ...(query && { query }),
    ...(body && { body: body(person) }),
  };
}

/** The tables that the dashboard's operations change, with the condition of a partner's rows. */
const TABLES = {
  people: "partner_id = $1",
  invitations: "partner_id = $1",
  saved_addresses: "partner_id = $1",
  api_keys: "partner_id = $1",
  sessions: "person_id IN (SELECT id FROM people WHERE partner_id = $1)",
  audit_entries: "partner_id = $1",
  sso_connections: "partner_id = $1",
  sso_domains: "partner_id = $1",
  sso_identities: "partner_id = $1",
};

/** Returns a partner's rows in these tables as text, for comparison; without the count of wrong codes. */
export async function officeOf({ partnerId }: TestPartner): Promise<string> {
  return JSON.stringify(await rowsOf(TABLES, { values: [partnerId], without: ["failed_codes"] }));
}
