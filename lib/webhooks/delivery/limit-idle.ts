import type { Agent } from "node:http";

/**
 * Bounds how many idle connections an agent keeps, over all hosts: its own bound is for each host, and hosts are as
 * many as partners like. Those beyond it are closed.
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
