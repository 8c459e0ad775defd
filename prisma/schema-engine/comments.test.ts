import { afterAll, beforeAll, describe, expect, test } from "vitest";
import "../../test/database/index.ts";
import type pg from "pg";
import { ownerClient } from "../../test/database/attack.ts";
import { type Comments, missingComments, readComments } from "./comments.ts";

const EDIT = "Write the migration of the comments: npm run sql:migration -- name_of_the_change";

let client: pg.Client;
let comments: Comments;
beforeAll(async () => {
  client = await ownerClient();
  comments = await readComments();
});
afterAll(() => client?.end());

/** What lacks a comment after a statement, which is rolled back. */
async function missingAfter(statement: string) {
  await client.query("BEGIN");
  try {
    await client.query(statement);
    return await missingComments(client, comments);
  } finally {
    await client.query("ROLLBACK");
  }
}

describe("comments of the database", () => {
  test("are on every table and every column", async () => {
    const missing = await missingComments(client, comments);
    expect(missing.unexplained, "Explain them in prisma/schema or column-comments.txt").toEqual([]);
    expect(missing.statements, EDIT).toEqual([]);
  });

  test("are taken from the schema before other texts, and written for what has none", async () => {
    const of = async (object: string) =>
      (await missingAfter(`COMMENT ON ${object} IS NULL`)).statements;
    expect(await of("COLUMN people.role")).toEqual([
      "COMMENT ON COLUMN public.people.role IS 'owner, developer, viewer (partner) or admin, approver, auditor (operator)';",
    ]);
    expect(await of("COLUMN request_log.status")).toEqual([
      "COMMENT ON COLUMN public.request_log.status IS 'The HTTP status of the response.';",
    ]);
    expect(await of("COLUMN ledger.entries.leg")).toEqual([
      "COMMENT ON COLUMN ledger.entries.leg IS 'The number of the entry in its journal.';",
    ]);
    expect(await of("TABLE webhook_secrets")).toEqual([
      "COMMENT ON TABLE public.webhook_secrets IS 'Signing secrets. The newest has no end; the ones before it sign until their end.';",
    ]);
  });

  test("are missed on a new table and a new column that nothing explains", async () => {
    const { unexplained, statements } = await missingAfter(
      "CREATE TABLE extra (id text, oddity int); ALTER TABLE cards ADD COLUMN mood text",
    );
    expect(unexplained).toEqual(["public.cards.mood", "table public.extra", "public.extra.oddity"]);
    expect(statements).toEqual([expect.stringContaining("COMMENT ON COLUMN public.extra.id IS")]);
  });
});
