import { expect, test } from "vitest";
import { attemptList, eventList } from "./lists";
import { EVENT_STATUSES } from "./schema";

const page = { skip: 0, limit: 50 };
/** PostgreSQL truncates longer names, so two statements could have the same name. */
const MAX_NAME_LENGTH = 63;

/** Returns every combination of one value, or none, for each field. */
function choices(fields: Record<string, readonly unknown[]>): Record<string, unknown>[] {
  return Object.entries(fields).reduce<Record<string, unknown>[]>(
    (found, [name, values]) =>
      found.flatMap((one) => [one, ...values.map((value) => ({ ...one, [name]: value }))]),
    [{}],
  );
}

const common = {
  event: [["user.kyc-event"], ["user.kyc-event", "card.transaction-event"]],
  from: [new Date(0)],
  to: [new Date()],
  resourceId: ["usr_1"],
};
/** Each status, the sent ones together, and all. */
const STATUSES = [
  ...EVENT_STATUSES.map((status) => [status]),
  ["delivered", "failed"],
  [...EVENT_STATUSES],
];
/** Of types that few events have, and of types that many have. */
const statements = [false, true].flatMap((isCommon) => [
  ...choices({ ...common, status: STATUSES }).map((one) => eventList("ptn_1", one, page, isCommon)),
  ...choices({ ...common, status: ["succeeded", "failed"], eventId: ["evt_1"] }).map((one) =>
    attemptList("ptn_1", one, page, isCommon),
  ),
]);

test("each set of filters has one statement name, and each name one text", () => {
  expect(statements.length).toBe(2 * (24 * 7 + 24 * 3 * 2));
  const byName = Map.groupBy(statements, ({ name }) => name);
  expect(byName.size).toBeGreaterThan(40);
  for (const [name, same] of byName) {
    expect(name.length).toBeLessThanOrEqual(MAX_NAME_LENGTH);
    expect(new Set(same.map(({ text }) => text)).size).toBe(1);
  }
  expect(new Set(statements.map(({ text }) => text)).size).toBe(byName.size);
});

test("values are only parameters, in the right positions", () => {
  for (const { text, values } of statements) {
    const places = [...text.matchAll(/\$(\d+)/g)].map(([, place]) => Number(place));
    expect(Math.max(...places)).toBe(values.length);
    for (let place = 1; place <= values.length; place++) expect(places).toContain(place);
    expect(text).not.toMatch(/usr_1|evt_1|ptn_1|kyc-event|\?/);
  }
});

test("every query selects only the partner's rows", () => {
  for (const { text } of statements) {
    const tables = text.match(/FROM webhook_\w+|JOIN webhook_\w+/g) ?? [];
    const bounds =
      text.match(/partner_id = (\$1|ANY \(ARRAY\[(\$1|own_rows_of\(\$1\))\]\))/g) ?? [];
    expect(bounds.length).toBeGreaterThanOrEqual(tables.length);
  }
});
