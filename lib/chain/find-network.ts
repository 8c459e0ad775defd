import { NETWORKS, type Network, type ServiceEnvironment } from "./networks";

/** The network of a `chain` value; undefined for one that the environment does not have. */
export function findNetwork(environment: ServiceEnvironment, chain: string): Network | undefined {
  return NETWORKS[environment].find((network) => network.chain === chain);
}
