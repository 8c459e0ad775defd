import { askByTls, type Credentials } from "./https.ts";
import { etcdUrl, NODES, type NodeName } from "./places.ts";
import type { Ports } from "./ports.ts";

interface EtcdOptions {
  ports: Ports;
  credentials: () => Credentials;
}

/** Which member of etcd leads the others, and how that changes. */
export function etcdLeaderOf({ ports, credentials }: EtcdOptions) {
  const ask = async (node: NodeName, path: string, body: object) => {
    const url = `${etcdUrl(node, ports)}/v3/maintenance/${path}`;
    const answer = await askByTls(url, { credentials: credentials(), method: "POST", body });
    if (answer.status !== 200) throw new Error(`${url} answered ${answer.status} ${answer.text}`);
    return JSON.parse(answer.text);
  };
  return {
    /** Lets the member of a node lead. */
    async moveEtcdLeader(to: NodeName): Promise<void> {
      const states = await Promise.all(
        NODES.map(async (node) => ({ node, state: await ask(node, "status", {}) })),
      );
      const target = states.find(({ node }) => node === to)?.state.header.member_id;
      const leader = states.find(({ state }) => state.leader === state.header.member_id);
      if (leader === undefined) throw new Error("No member of etcd leads.");
      if (leader.node !== to) await ask(leader.node, "transfer-leadership", { targetID: target });
    },
  };
}
