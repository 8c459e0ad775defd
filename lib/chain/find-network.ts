import { NETWORKS, type Network, type ServiceEnvironment } from "./networks";

/** Returns the network of a `chain` value; undefined when the environment does not have it. */
export function findNetwork(environment: ServiceEnvironment, chain: string): Network | undefined {
  return NETWORKS[environment].find((network) => network.chain === chain);
}
