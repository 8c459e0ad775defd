import { loadEngine } from "./load-engine.ts";
import { offlineAdapter } from "./offline-adapter.ts";
import { prismaFolder, readSchemaFiles } from "./read-files.ts";

/** Returns the SQL that creates the schema's tables in an empty database. Needs no database itself. */
export async function createTablesSql({ folder = prismaFolder } = {}): Promise<string> {
  const datamodels = await readSchemaFiles(folder);
  const engine = await loadEngine(datamodels, offlineAdapter());
  const { stdout } = await engine.diff({
    from: { tag: "empty" },
    to: {
      tag: "schemaDatamodel",
      files: datamodels.map(([path, content]) => ({ path, content })),
    },
    script: true,
    exitCode: null,
    filters: { externalTables: [], externalEnums: [] },
  });
  return stdout ?? "";
}
