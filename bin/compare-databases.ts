import pg from "pg";
import { describeDatabase, differences } from "../prisma/schema-engine/describe-database.ts";
import { exitCodes, runCommand } from "./command.ts";

async function describe(databaseUrl: string): Promise<Map<string, string>> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await describeDatabase(client);
  } finally {
    await client.end();
  }
}

/**
 * `npm run compare-databases -- URL URL`: compares everything that migrations made in two databases that nobody has used,
 * through the catalogs. Exit code 1 when anything differs, 2 when one could not be read.
 */
await runCommand(async () => {
  const [one, other] = process.argv.slice(2);
  if (one === undefined || other === undefined) throw new Error("Name two URLs of databases.");
  const described = [await describe(one), await describe(other)] as const;
  const found = differences(...described);
  for (const each of found) console.log(`${each.name}\n  - ${each.one}\n  + ${each.other}`);
  const kinds = Object.groupBy(described[0].keys(), (name) => name.split(" ")[0] ?? "");
  const counts = Object.entries(kinds).map(([kind, names]) => `${names?.length} ${kind}`);
  console.log(`compared: ${counts.join(", ")}; ${found.length} differences`);
  return found.length === 0 ? exitCodes.sound : exitCodes.broken;
}, 2);
