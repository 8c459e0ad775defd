import "@/test/database";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { learnBirthDate } from "@/lib/users/kyc/birth-date";
import { attachStripe } from "@/test/fixtures/attach-issuer";
import {
  endTests,
  makeApprovedUser,
  makePartner,
  sql,
  type TestPartner,
} from "@/test/fixtures/make";
import { clientOf } from "@/test/http/client";
import { userClientOf } from "@/test/http/user-client";
import type { StripeStandIn } from "@/test/providers/stripe";
import { deliverUpdates as deliverDueUpdates } from "./deliver-updates";

const UPDATE = "POST /v1/issuing/cardholders/{cardholder}";

/** Runs after the issuer has created a cardholder, and before its id is stored. */
const between = vi.hoisted(() => ({ run: async (): Promise<void> => {} }));

vi.mock("./sql-store", async (original) => {
  const actual = await original<typeof import("./sql-store")>();
  const storeCardholder: typeof actual.storeCardholder = async (cardholder) => {
    await between.run();
    return actual.storeCardholder(cardholder);
  };
  return { ...actual, storeCardholder };
});

let stripe: StripeStandIn;
let partner: TestPartner;
let userId: string;

beforeAll(async () => {
  stripe = await attachStripe(() => "http://127.0.0.1:9/");
  partner = await makePartner({ balanceUsd: 1_000 });
});
beforeEach(async () => {
  stripe.stopFailing();
  between.run = async () => {};
  userId = await makeApprovedUser(partner, { country_code: "US" });
});
afterAll(async () => {
  await stripe.stop();
  await endTests();
});

const learn = (birthDate: string) =>
  learnBirthDate({ provider: "sumsub", userId, read: async () => birthDate });
async function createCard() {
  const answer = await clientOf(partner).createCard({ serviceId: userId, amount: 10 });
  expect(answer.status).toBe(201);
  const { serviceCardId } = answer.json.data;
  return { terminate: () => clientOf(partner).terminate(serviceCardId) };
}
function cardholder() {
  const all = [...stripe.state.cardholders.values()];
  const mine = all.filter(({ metadata }) => metadata.user === userId);
  expect(mine).toHaveLength(1);
  const [only] = mine;
  if (!only) throw new Error("the user has no cardholder");
  return only;
}
const updates = () =>
  stripe.requestsOf(UPDATE).filter(({ path }) => path.cardholder === cardholder().id).length;
const birthDate = () => cardholder().individual?.dob;
const queued = async () =>
  (await sql("SELECT * FROM issuer_updates WHERE issuer_id = $1", [cardholder().id]))[0];
const skipPauses = () =>
  sql("UPDATE issuer_updates SET due_at = now() - interval '1 second' WHERE due_at IS NOT NULL");
/** An update is due at an instant of the database, in microseconds. A job compares milliseconds, and may leave it to the next run. */
async function deliverUpdates(): Promise<void> {
  await sql("UPDATE issuer_updates SET due_at = due_at - interval '1 millisecond'");
  await deliverDueUpdates();
}

test("a birth date that is learned after the creation reaches the cardholder, and changes nothing else", async () => {
  await createCard();
  const before = cardholder();
  expect(before.individual?.dob).toEqual({ day: null, month: null, year: null });
  await learn("1990-04-05");
  await deliverUpdates();
  const dob = { day: 5, month: 4, year: 1990 };
  expect(cardholder()).toEqual({ ...before, individual: { ...before.individual, dob } });
  await deliverUpdates();
  expect(updates()).toBe(1);
});

test("a cardholder without a birth date is not updated", async () => {
  await createCard();
  await deliverUpdates();
  expect(await queued()).toBeUndefined();
});

test("a birth date that is corrected by a later check replaces the first one", async () => {
  await learn("1990-04-05");
  await createCard();
  expect(birthDate()).toEqual({ day: 5, month: 4, year: 1990 });
  await learn("1991-04-05");
  await deliverUpdates();
  expect(birthDate()).toEqual({ day: 5, month: 4, year: 1991 });
});

test("the same birth date again is not sent again", async () => {
  await createCard();
  await learn("1990-04-05");
  await deliverUpdates();
  await learn("1990-04-05");
  await deliverUpdates();
  expect(updates()).toBe(1);
});

test("a birth date that is learned while the cardholder is created is not lost", async () => {
  between.run = () => learn("1990-04-05");
  await createCard();
  expect(birthDate()).toEqual({ day: null, month: null, year: null });
  await deliverUpdates();
  expect(birthDate()).toEqual({ day: 5, month: 4, year: 1990 });
});

test("a cardholder of an earlier request that was not stored has the birth date learned since", async () => {
  between.run = async () => {
    throw new Error("the process ends");
  };
  expect((await clientOf(partner).createCard({ serviceId: userId, amount: 10 })).status).toBe(500);
  await learn("1990-04-05");
  between.run = async () => {};
  await createCard();
  await deliverUpdates();
  expect(birthDate()).toEqual({ day: 5, month: 4, year: 1990 });
});

test("an update that fails is repeated until the issuer has it", async () => {
  await createCard();
  await learn("1990-04-05");
  stripe.failNext({ kind: "refuse", status: 503 }, { operation: UPDATE, times: 2 });
  for (let n = 0; n < 2; n++) {
    await deliverUpdates();
    expect(await queued()).toMatchObject({ delivered_at: null, refused_at: null, attempts: n + 1 });
    await skipPauses();
  }
  await deliverUpdates();
  expect(await queued()).toMatchObject({ due_at: null, failure: null });
  expect(birthDate()).toEqual({ day: 5, month: 4, year: 1990 });
});

test("a refused birth date opens an alert that names no personal data", async () => {
  await createCard();
  await learn("1990-04-05");
  stripe.failNext({ kind: "refuse", status: 400 }, { operation: UPDATE });
  await deliverUpdates();
  const [alert] = await sql(
    "SELECT text FROM alerts WHERE kind = 'issuer_update_refused' AND subject = $1",
    [cardholder().id],
  );
  expect(alert.text).toMatch(
    /^The cardholder ich_\w+ shall have the birth date of its user at stripe, but: stripe-issuing refused updateCardholder/,
  );
});

test("the deletion of the user replaces a waiting update, and follows one that was delivered", async () => {
  const card = await createCard();
  await learn("1990-04-05");
  expect((await card.terminate()).status).toBe(200);
  expect((await userClientOf(partner).remove(userId)).status).toBe(200);
  await deliverUpdates();
  expect(updates()).toBe(1);
  expect(cardholder().status).toBe("inactive");
  expect(birthDate()).toEqual({ day: null, month: null, year: null });

  userId = await makeApprovedUser(partner, { country_code: "US" });
  const other = await createCard();
  await learn("1990-04-05");
  await deliverUpdates();
  expect((await other.terminate()).status).toBe(200);
  expect((await userClientOf(partner).remove(userId)).status).toBe(200);
  await deliverUpdates();
  expect(updates()).toBe(2);
  expect(cardholder().status).toBe("inactive");
});

test("an update that is under way when the user is deleted does not end the deactivation", async () => {
  const card = await createCard();
  await learn("1990-04-05");
  expect((await card.terminate()).status).toBe(200);
  const lease =
    "UPDATE issuer_updates SET leased_until = now() + $2::interval WHERE issuer_id = $1";
  await sql(lease, [cardholder().id, "1 minute"]);
  expect((await userClientOf(partner).remove(userId)).status).toBe(200);
  await deliverUpdates();
  expect(cardholder().status).toBe("active");
  await sql(lease, [cardholder().id, "-1 second"]);
  await deliverUpdates();
  expect(cardholder().status).toBe("inactive");
});

test("nothing reactivates the cardholder of a deleted user", async () => {
  const card = await createCard();
  expect((await card.terminate()).status).toBe(200);
  expect((await userClientOf(partner).remove(userId)).status).toBe(200);
  await learn("1990-04-05");
  await deliverUpdates();
  expect(await queued()).toMatchObject({ status: "inactive" });
  expect([updates(), cardholder().status]).toEqual([1, "inactive"]);
});
