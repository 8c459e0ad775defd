import { describe, expect, test } from "vitest";
import { attack, dropTriggers, postUnlisted } from "@/test/database/attack";
import {
  BOTH_SIDES,
  CUSTODY,
  confirm,
  decide,
  ID,
  journal,
  legsJson,
  MONEY_SIDE,
  other,
  paid,
  payment,
  paymentLegs,
  ROW_SIDE,
  request,
  USD,
} from "@/test/database/posting-attack";
import { refuses } from "@/test/database/refuses";

describe("an operator posting needs the decisions of two people", () => {
  refuses([
    {
      what: "a journal without a request",
      statements: () => [paid()],
      without: dropTriggers(MONEY_SIDE),
    },
    {
      what: "a journal of a pending request",
      statements: () => [payment(), paid()],
      without: dropTriggers(MONEY_SIDE),
    },
    {
      what: "a journal of a rejected request",
      statements: () => [payment(), decide("rejected", other), paid()],
      without: dropTriggers(MONEY_SIDE),
    },
    {
      what: "a confirmation without a journal",
      statements: () => [payment(), confirm()],
      without: dropTriggers(ROW_SIDE),
    },
    {
      what: "a journal with another amount than requested",
      statements: () => [payment(), confirm(), paid(paymentLegs(6 * USD))],
      without: dropTriggers(MONEY_SIDE),
    },
    {
      what: "a journal with another account than requested",
      statements: () => [
        payment(),
        confirm(),
        paid([
          ["network", -5 * USD],
          [CUSTODY, 5 * USD],
        ]),
      ],
      without: dropTriggers(MONEY_SIDE),
    },
    {
      what: "a journal of another kind than requested",
      statements: () => [
        request(
          [
            ["adjustments", -5 * USD],
            ["bank", 5 * USD],
          ],
          { kind: "service_correction", partner_id: null },
        ),
        confirm(),
        journal(
          [
            ["adjustments", -5 * USD],
            ["bank", 5 * USD],
          ],
          "correction",
          { partnerId: null },
        ),
      ],
      without: BOTH_SIDES,
    },
    {
      what: "a new request with the status posted",
      statements: () => [
        payment({ status: "posted", decided_by: other, decided_at: "now" }),
        paid(),
      ],
      without: dropTriggers("operator_postings first_state", "operator_postings legal_request"),
    },
    {
      what: "a change of a request before its confirmation",
      statements: () => [
        payment(),
        `UPDATE operator_postings SET legs = '${legsJson(paymentLegs(6 * USD))}'`,
        confirm(),
        paid(paymentLegs(6 * USD)),
      ],
      without: dropTriggers("operator_postings fixed_terms"),
    },
    {
      what: "a later change of the decision",
      statements: () => [
        payment(),
        confirm(),
        paid(),
        "UPDATE operator_postings SET decision_reason = 'another'",
      ],
      without: dropTriggers("operator_postings fixed_terms"),
    },
    {
      what: "a change of the status back to pending",
      statements: () => [
        payment(),
        decide("rejected", other),
        "UPDATE operator_postings SET status = 'pending', decided_by = NULL, decided_at = NULL",
      ],
      without: dropTriggers("operator_postings legal_state", "operator_postings fixed_terms"),
    },
  ]);
});

test("one request is posted once", async () => {
  const twice = [
    payment(),
    confirm(),
    paid(),
    postUnlisted({ type: "network_payment", source: ID, partnerId: null, legs: paymentLegs() }),
  ];
  expect(await attack({ role: "app", statements: twice })).toBe("23505");
});
