import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { prismaFolder } from "./read-files.ts";

/** The current text of one function: `prisma/sql/<schema>.<function>.sql`. */
export interface FunctionFile {
  /** Schema and name, as in the file's name. */
  name: string;
  /** A comment with the guarantee of the function, and one CREATE OR REPLACE FUNCTION. */
  text: string;
}

/** The current rows of one rule table: `prisma/sql/<schema>.<table>.csv`. */
export interface TableFile {
  name: string;
  columns: string[];
  rows: string[][];
}

export interface CurrentSql {
  functions: FunctionFile[];
  tables: TableFile[];
}

/** Parses a CSV file. Lines that begin with # are comments. Values are names and numbers, without commas and quotes. */
function readTable(name: string, text: string): TableFile {
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  const [columns = [], ...rows] = lines.map((line) => line.split(","));
  return { name, columns, rows };
}

/** Reads the SQL of this version from `prisma/sql`. */
export async function readCurrentSql(folder = join(prismaFolder, "sql")): Promise<CurrentSql> {
  const files = (await readdir(folder)).sort();
  const read = (extension: string) =>
    Promise.all(
      files
        .filter((file) => file.endsWith(extension))
        .map(async (file) => ({
          name: file.slice(0, -extension.length),
          text: await readFile(join(folder, file), "utf8"),
        })),
    );
  const tables = await read(".csv");
  return {
    functions: await read(".sql"),
    tables: tables.map(({ name, text }) => readTable(name, text)),
  };
}
