import { NETWORKS, type Network, type ServiceEnvironment } from "./networks";

const PAYOUT_CHAINS: Record<ServiceEnvironment, string> = {
  production: "base",
  staging: "base-sepolia",
};

/**
 * Returns the network that pays withdrawals: Base, or its test network. The API calls both `base`. Source: spec: Wallet
 * withdrawal.
 */
export function payoutNetwork(environment: ServiceEnvironment): Network {
  const network = NETWORKS[environment].find(({ chain }) => chain === PAYOUT_CHAINS[environment]);
  if (!network) throw new Error(`NETWORKS has no ${PAYOUT_CHAINS[environment]}`);
  return network;
}
