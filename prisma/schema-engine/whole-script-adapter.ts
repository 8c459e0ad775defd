import { PrismaPg } from "@prisma/adapter-pg";
import type {
  SqlDriverAdapter,
  SqlMigrationAwareDriverAdapterFactory,
} from "@prisma/driver-adapter-utils";
import type pg from "pg";
import { MigrationFailed } from "./migration-failed.ts";

/** Returns the text to send for a script, and the name of the migration if the script is one. */
export type PrepareScript = (script: string) => { name: string | undefined; text: string };

/**
 * The PostgreSQL adapter, changed to send each script as one query.
 *
 * The original splits a script at every semicolon, also inside of function bodies. One query is also one implicit
 * transaction: a script is applied completely or not at all.
 */
export class WholeScriptAdapter implements SqlMigrationAwareDriverAdapterFactory {
  readonly provider = "postgres";
  readonly adapterName = "@prisma/adapter-pg";
  readonly #inner: PrismaPg;
  readonly #prepare: PrepareScript;
  /** The error of PostgreSQL: an error that passes through the engine loses its message. */
  failure: MigrationFailed | undefined;

  constructor(pool: pg.Pool, prepare: PrepareScript) {
    this.#inner = new PrismaPg(pool);
    this.#prepare = prepare;
  }

  async connect(): Promise<SqlDriverAdapter> {
    const adapter = await this.#inner.connect();
    const pool = adapter.underlyingDriver();
    adapter.executeScript = async (script) => {
      const { name, text } = this.#prepare(script);
      try {
        await pool.query(text);
      } catch (cause) {
        this.failure = new MigrationFailed(name, text, cause);
        throw this.failure;
      }
    };
    return adapter;
  }

  connectToShadowDb(): Promise<SqlDriverAdapter> {
    throw new Error("A shadow database is not used here: the engine only applies migrations.");
  }
}
