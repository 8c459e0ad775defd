import { expect, test } from "vitest";
import { lithicInbound } from "./lithic";
import { stripeInbound } from "./stripe";

const PERSON = /Jenny|Rosen|jenny@|800867|1970|23-1412|never came|receipt/;

const noHeader = () => null;
const stripeEvent = (type: string, object: object) =>
  stripeInbound.readEvent(
    { id: "evt_1", type, created: 1_763_892_000, livemode: false, data: { object } },
    noHeader,
  );
const individual = { first_name: "Jenny", last_name: "Rosen", dob: { year: 1970 } };
const contact = { email: "jenny@example.com", phone_number: "+18008675309" };

test.each([
  [
    "cardholder of Stripe",
    stripeEvent("issuing_cardholder.updated", {
      ...{ id: "ich_1", name: "Jenny Rosen", ...contact, individual, metadata: { user: "usr_1" } },
      requirements: { past_due: "a word instead of a list" },
    }),
    { id: "ich_1", requirements: { past_due: "a word instead of a list" } },
  ],
  [
    "dispute of Stripe",
    stripeEvent("issuing_dispute.updated", {
      ...{ id: "idp_1", transaction: "ipi_1", amount: "12.50" },
      evidence: { reason: "other", other: { explanation: "It never came.", document: "receipt" } },
    }),
    { id: "idp_1", transaction: "ipi_1", amount: "12.50" },
  ],
  [
    "account holder of Lithic",
    lithicInbound.readEvent(
      {
        ...{ event_type: "account_holder.updated", token: "h", status: 7, ...contact },
        ...{ first_name: "Jenny", last_name: "Rosen" },
        update_request: { individual: { ...individual, government_id: "211-23-1412" } },
      },
      noHeader,
    ),
    { token: "h", status: 7 },
  ],
  [
    "dispute of Lithic",
    lithicInbound.readEvent(
      { event_type: "dispute.updated", token: "d", amount: null, customer_note: "It never came." },
      noHeader,
    ),
    { token: "d", amount: null },
  ],
])("unreadable: the %s is kept without what is personal", (_, { content }, kept) => {
  expect(content).toMatchObject(kept);
  expect(JSON.stringify(content)).not.toMatch(PERSON);
});

test("an authorization that cannot be read is kept with its merchant, whom a later version shows", () => {
  const merchant_data = { name: "Corner Shop", country: "US" };
  const { content } = stripeEvent("issuing_authorization.created", {
    ...{ id: "iauth_1", merchant_data, status: 7 },
    card: { id: "ic_1", cardholder: { id: "ich_1", name: "Jenny Rosen" } },
  });
  expect(content).toMatchObject({ merchant_data, card: { id: "ic_1" } });
  expect(JSON.stringify(content)).not.toMatch(PERSON);
});
