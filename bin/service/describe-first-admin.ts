import pg from "pg";
import { Fault } from "../bootstrap/faults.mjs";
import { repositoryFolder, typeScriptArguments } from "../bootstrap/paths.mjs";
import { run } from "../bootstrap/run.mjs";

/**
 * Returns the lines that say how the first administrator signs in where there is no demo; none when an administrator
 * exists.
 *
 * @param env the server's own
 */
export async function describeFirstAdmin(
  env: Record<string, string | undefined>,
): Promise<string[]> {
  if (await hasAdmin(env.DATABASE_URL)) return [];
  const { FIRST_ADMIN_EMAIL: email } = env;
  if (email === undefined)
    return [
      "  Nobody can sign in yet. Start it with FIRST_ADMIN_EMAIL=you@example.com to see the link",
      "  by which the first administrator comes in.",
    ];
  const { code, output } = await run(
    process.execPath,
    typeScriptArguments("bin/invite-operator.ts", email),
    { cwd: repositoryFolder, env },
  );
  if (code !== 0) throw new Fault("settings", `FIRST_ADMIN_EMAIL=${email}:\n${output.trim()}`);
  return output
    .trim()
    .split("\n")
    .map((line) => `  ${line}`);
}

async function hasAdmin(databaseUrl: string | undefined) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query(
      "SELECT FROM people WHERE partner_id IS NULL AND role = 'admin' AND disabled_at IS NULL LIMIT 1",
    );
    return rowCount !== 0;
  } finally {
    await client.end();
  }
}
