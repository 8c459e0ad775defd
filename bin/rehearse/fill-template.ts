import { readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryFolder } from "../bootstrap/paths.mjs";

const PLACE = /\$\{([A-Z0-9_]+)\}/g;

/**
 * A template of ops with its `${PLACES}` filled in, as envsubst would.
 *
 * @throws Error when a place has no value, or a value no place: a configuration that is not what its author meant.
 */
export function fillTemplate(text: string, values: Record<string, string | number>): string {
  const places = new Set([...text.matchAll(PLACE)].map(([, name = ""]) => name));
  const missing = [...places].filter((name) => !(name in values));
  const unused = Object.keys(values).filter((name) => !places.has(name));
  if (missing.length > 0 || unused.length > 0)
    throw new Error(
      `The template has no value for ${missing.join(", ") || "nothing"} and no place for ${unused.join(", ") || "nothing"}.`,
    );
  return text.replaceAll(PLACE, (_, name: string) => String(values[name]));
}

/** The text of a template, by its path in ops. */
export function readTemplate(
  path:
    | `high-availability/${"patroni.yml" | "etcd.yml" | "haproxy.cfg" | "pgbouncer.ini"}`
    | `high-availability/${"protect-etcd.sh" | "make-certificates.sh"}`
    | `backup/${"pgbackrest.conf" | "postgresql.conf"}`
    | `cells/${"haproxy.cfg" | "hosts.map" | "keys.map"}`,
): string {
  return readFileSync(join(repositoryFolder, "ops", path), "utf8");
}
