import { fillTemplate, readTemplate } from "../fill-template.ts";
import { HOST } from "../ports.ts";

export const CELLS = ["a", "b"] as const;
export type CellName = (typeof CELLS)[number];

/** Each program of this rehearsal with a port. */
export const PORTS = [
  ...["router", "aPostgres", "aWeb", "aWorker", "bPostgres", "bWeb", "bWorker"],
] as const;

export type Ports = Record<"router" | `${CellName}${"Postgres" | "Web" | "Worker"}`, number>;

/** Addresses of the loopback stand in for host names: they need no name server. */
const HOSTS = { api: HOST, a: "127.0.0.2", b: "127.0.0.3" } as const;

/** Where callers reach a cell by its host name, or by `api` every cell, by the API key. */
export const urlOf = (host: keyof typeof HOSTS, { router }: Pick<Ports, "router">) =>
  `http://${HOSTS[host]}:${router}`;

/** The connections of the router, and how many of them one cell may hold. */
export const CONNECTIONS = { all: 500, ofCell: 200 };

/** The configuration of the router by the file's name, from the files of ops/cells. The router sees its folder as /srv. */
export function routerFiles(ports: Ports): Map<string, string> {
  const binds = Object.values(HOSTS).map((host) => `${host}:${ports.router}`);
  const haproxy = {
    CONNECTIONS: CONNECTIONS.all,
    CELL_CONNECTIONS: CONNECTIONS.ofCell,
    BIND: binds.join(","),
    MAPS: "/srv",
    A_WEB: `${HOST}:${ports.aWeb}`,
    B_WEB: `${HOST}:${ports.bWeb}`,
  };
  const hosts = { API_HOST: HOSTS.api, A_HOST: HOSTS.a, B_HOST: HOSTS.b };
  return new Map([
    ["haproxy.cfg", fillTemplate(readTemplate("cells/haproxy.cfg"), haproxy)],
    ["hosts.map", fillTemplate(readTemplate("cells/hosts.map"), hosts)],
    ["keys.map", fillTemplate(readTemplate("cells/keys.map"), {})],
  ]);
}
