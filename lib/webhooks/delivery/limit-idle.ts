import type { Agent } from "node:http";

/**
 * Limits an agent's idle connections over all hosts; further ones are closed. The agent's own limit is per host, and
 * partners decide the number of hosts.
 */
export function limitIdle<Limited extends Agent>(agent: Limited, maxIdle: number): Limited {
  const idle = new Set<unknown>();
  const watched = new WeakSet();
  const keep: (socket: Parameters<Agent["keepSocketAlive"]>[0]) => unknown =
    agent.keepSocketAlive.bind(agent);
  const reuse = agent.reuseSocket.bind(agent);
  agent.keepSocketAlive = (socket) => {
    if (idle.size >= maxIdle || keep(socket) === false) return false;
    idle.add(socket);
    if (!watched.has(socket)) socket.once("close", () => idle.delete(socket));
    watched.add(socket);
    return true;
  };
  agent.reuseSocket = (socket, request) => {
    idle.delete(socket);
    reuse(socket, request);
  };
  return agent;
}
