import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { LITHIC_EVENT_TYPES } from "./lithic/events";
import { STRIPE_EVENT_TYPES } from "./stripe/events";

test("docs/going-live.md tells operators to subscribe to every event that is applied", async () => {
  const text = await readFile(join(import.meta.dirname, "../../../docs/going-live.md"), "utf8");
  const missing = [...STRIPE_EVENT_TYPES, ...LITHIC_EVENT_TYPES].filter(
    (type) => !text.includes(`\`${type}\``),
  );
  expect(missing).toEqual([]);
});
