// SQL: sets up logins and settings of a role, as docs/pooler.md asks for.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { repositoryFolder } from "../../bootstrap/paths.mjs";
import { migrate } from "../../database/migrate.ts";
import { createDatabase } from "../../postgres/create-database.ts";
import type { Passwords } from "../passwords.ts";

/** Creates the owner, the database and its tables, and runs the statements of docs/pooler.md. */
export async function prepareDatabase(
  superuserUrl: (database: string) => string,
  ownerUrl: string,
  { owner, app }: Passwords,
): Promise<void> {
  const logins = { role: "wallet", password: owner, database: "wallet", appPassword: app };
  await createDatabase({ superuserUrl, ...logins });
  await migrate(ownerUrl);
  const page = await readFile(join(repositoryFolder, "docs/pooler.md"), "utf8");
  const statements = page.split("```sql\n")[1]?.split("```")[0];
  if (!statements?.includes("ALTER ROLE partner_wallet_app SET"))
    throw new Error("docs/pooler.md has no statements for the application's role.");
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query(statements.replace("'a password of its own'", pg.escapeLiteral(app)));
  } finally {
    await client.end();
  }
}
