import { describe, expect, test } from "vitest";
import { DAY_MS } from "@/lib/kernel/durations";
import { attack, dropTriggers } from "@/test/database/attack";
import {
  approver,
  CHECK,
  cardId,
  cardLegs,
  cardRow,
  confirm,
  decide,
  iso,
  journal,
  listed,
  one,
  other,
  paid,
  payment,
  request,
  STALE,
  TWO_PEOPLE,
  walletLegs,
} from "@/test/database/posting-attack";
import { REFUSED } from "@/test/database/refuses";

describe("the database accepts", () => {
  test("a posting requested by one administrator and confirmed by another, in either order", async () => {
    expect(await attack({ role: "app", statements: [payment(), confirm(), paid()] })).toBe(
      "through",
    );
    expect(await attack({ role: "app", statements: [payment(), paid(), confirm()] })).toBe(
      "through",
    );
    const wallet = [request(walletLegs()), confirm(), journal(walletLegs()), listed()];
    expect(await attack({ role: "app", statements: wallet })).toBe("through");
    const card = [
      request(cardLegs(), { card_id: cardId }),
      confirm(),
      cardRow(),
      journal(cardLegs()),
    ];
    expect(await attack({ role: "app", statements: card })).toBe("through");
  });
});

describe("two administrators count as one, and their posting is refused, when", () => {
  const statements = () => [payment(), confirm(), paid()];
  const change = (set: string, id: string) => `UPDATE people SET ${set} WHERE id = '${id}'`;

  test.each([
    ["one let the other in", () => change(`sponsor_id = '${one}'`, other)],
    ["the one who requests was let in by the other", () => change(`sponsor_id = '${other}'`, one)],
    [
      "the one who confirms became one after the request",
      () => change("role_since = now() + interval '1 day'", other),
    ],
    [
      "the one who confirms does not count yet",
      () => change("approves_from = now() + interval '1 day'", other),
    ],
  ])("%s", async (_, before) => {
    const after = [before()];
    expect(await attack({ role: "app", statements: statements(), after })).toBe(STALE);
  });
});

describe("two different administrators", () => {
  const byItself = (statements: string[]) => attack({ role: "app", statements });

  test("the requester cannot confirm or reject the posting, and only the requester can cancel it", async () => {
    const selfConfirmed = [payment(), decide("posted", one), paid()];
    expect(await byItself(selfConfirmed)).toBe(STALE);
    expect(await byItself([payment(), decide("rejected", one)])).toBe(CHECK);
    expect(await byItself([payment(), decide("cancelled", other)])).toBe(CHECK);
    const byNobody = [payment(), "UPDATE operator_postings SET status = 'posted'", paid()];
    expect(await byItself(byNobody)).toBe(STALE);
    // Two rules refuse it: one counts two administrators, the other compares them.
    const uncounted = dropTriggers("operator_postings legal_decision");
    const after = [...TWO_PEOPLE, ...uncounted];
    expect(await attack({ role: "app", statements: selfConfirmed, after: TWO_PEOPLE })).toBe(STALE);
    expect(await attack({ role: "app", statements: selfConfirmed, after: uncounted })).toBe(CHECK);
    expect(await attack({ role: "app", statements: byNobody, after: uncounted })).toBe(CHECK);
    expect(await attack({ role: "app", statements: selfConfirmed, after })).toBe("through");
  });

  test("an approver cannot request, confirm or reject a posting", async () => {
    const requests = [payment({ requested_by: approver }), confirm(), paid()];
    const confirms = [payment(), decide("posted", approver), paid()];
    expect(await byItself(requests)).toBe(STALE);
    expect(await byItself(confirms)).toBe(STALE);
    expect(await byItself([payment(), decide("rejected", approver)])).toBe(STALE);
    const legalRequest = dropTriggers("operator_postings legal_request");
    const legalDecision = dropTriggers("operator_postings legal_decision");
    expect(await attack({ role: "app", statements: confirms, after: legalDecision })).toBe(
      "through",
    );
    // The confirmation checks the requester again.
    expect(await attack({ role: "app", statements: requests, after: legalRequest })).toBe(STALE);
    const after = [...legalRequest, ...legalDecision];
    expect(await attack({ role: "app", statements: requests, after })).toBe("through");
  });

  test("an expired request cannot be posted", async () => {
    const expired = payment({ created_at: iso(-2 * DAY_MS), expires_at: iso(-DAY_MS) });
    const statements = [expired, confirm(), paid()];
    expect(await byItself(statements)).toBe(STALE);
    const after = dropTriggers("operator_postings legal_decision");
    expect(await attack({ role: "app", statements, after })).toBe("through");
    expect(await byItself([expired, decide("rejected", other)])).toBe("through");
    expect(await byItself([payment({ expires_at: iso(31 * DAY_MS) })])).toBe(CHECK);
  });

  test("the time of the decision counts, not that of the commit", async () => {
    const decidedAt = (offsetMs: number) =>
      confirm().replace("decided_at = now()", `decided_at = '${iso(offsetMs)}'`);
    const expired = payment({ created_at: iso(-2 * DAY_MS), expires_at: iso(-DAY_MS) });
    expect(await byItself([expired, decidedAt(-DAY_MS - 1), paid()])).toBe("through");
    expect(await byItself([expired, decidedAt(-DAY_MS), paid()])).toBe(STALE);
    expect(await byItself([payment(), decidedAt(DAY_MS), paid()])).toBe(STALE);
  });
});

test("a request cannot be changed, and only migrations change the kinds", async () => {
  expect(
    await attack({ role: "app", statements: [payment(), "DELETE FROM operator_postings"] }),
  ).toBe("42501");
  expect(
    await attack({ role: "owner", statements: [payment(), "DELETE FROM operator_postings"] }),
  ).toBe(REFUSED);
  for (const statement of [
    "INSERT INTO operator_posting_kinds VALUES ('deposit', 2)",
    "UPDATE operator_posting_kinds SET max_legs = 9",
  ])
    expect(await attack({ role: "app", statements: [statement] })).toBe("42501");
});
